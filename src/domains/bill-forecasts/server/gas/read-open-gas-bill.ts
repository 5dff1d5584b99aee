import type { Database } from '#db/database.ts'
import { findGasContract, findGasHistory } from '#domains/consumption/server/gas/gas-queries.ts'
import { addDays } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { timeZoneOfTariffZone } from '#vocabulary/tariff-periods.ts'
import type { NoBillReason } from '../../bill-forecast.ts'
import type { OpenContract } from '../find-open-contract.ts'
import { nextBillDays } from '../forecast/next-bill-days.ts'
import { knownGasOf } from './known-gas.ts'
import type { OpenGasBill } from './open-gas-bill.ts'
import { splitIntoGasParts } from './running-gas-bill.ts'

/** Reads the next bill of a gas contract, or why there is none. */
export async function readOpenGasBill(
  db: Database,
  { customerId, contractId, startsOn, endsOn, lastBill, supplyOn }: OpenContract,
  now: Date,
): Promise<OpenGasBill | NoBillReason> {
  if (startsOn === null) return 'nothing_to_bill'
  const bill = nextBillDays({ last: lastBill, startsOn, endsOn })
  const contract = bill && (await findGasContract(db, { customerIds: [customerId], contractId }))
  if (!bill || !contract) return 'nothing_to_bill'
  const supply = supplyOn(bill.lastDay)
  const parts = splitIntoGasParts(supply, bill)
  if (!parts) return 'price_unknown'
  const yesterday = addDays(marketDayOf(now, timeZoneOfTariffZone(supply.zone)), -1)
  return { bill, supply, parts, known: knownGasOf(await findGasHistory(db, contract), yesterday), yesterday }
}
