import type { Database } from '#db/database.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { NoBillReason } from '../bill-forecast.ts'
import type { OpenContract } from './find-open-contract.ts'
import type { BillForecast, NoForecast } from './forecast/forecast-bill.ts'
import type { BilledDays } from './forecast/next-bill-days.ts'
import type { KnownGas } from './gas/known-gas.ts'
import { computeGasBillToCome } from './gas/open-gas-bill.ts'
import { readOpenGasBill } from './gas/read-open-gas-bill.ts'
import { type BillSoFar, computeBillSoFar, forecastOpenBill, readOpenBill } from './read-open-bill.ts'

/** The next bill of a contract as far as its days are known. */
export type NextBillSoFar = { bill: BilledDays; soFar: BillSoFar }

/** What is known of the gas of a contract, until when, and from how many of its periods its band comes. */
export type GasBasis = Pick<KnownGas, 'spans' | 'ownReading'> & { knownUntil: MarketDay | null; comparedSpans: number }

/** The next bill of a contract so far and where it will end. */
export type BillToCome = NextBillSoFar & {
  forecast: BillForecast | NoForecast
  followsMarket: boolean
  /** Null for electricity. */
  gas: GasBasis | null
}

/** Returns what the next bill of a contract comes to so far, or why there is none. */
export async function readSoFar(
  db: Database,
  contract: OpenContract,
  now: Date,
): Promise<NextBillSoFar | NoBillReason> {
  if (contract.energy === 'gas') return readGasBillToCome(db, contract, now)
  const open = await readOpenBill(db, contract, now)
  if (typeof open === 'string') return open
  const soFar = computeBillSoFar(open, await loadRegulatedPrices(db))
  return soFar === 'price_unknown' ? soFar : { bill: open.bill, soFar }
}

/** Returns the next bill of a contract so far and where it will end, or why there is none. */
export async function readBillToCome(
  db: Database,
  contract: OpenContract,
  now: Date,
): Promise<BillToCome | NoBillReason> {
  if (contract.energy === 'gas') return readGasBillToCome(db, contract, now)
  const open = await readOpenBill(db, contract, now)
  if (typeof open === 'string') return open
  const figures = await loadRegulatedPrices(db)
  const soFar = computeBillSoFar(open, figures)
  if (soFar === 'price_unknown') return soFar
  const { bill, measuredUntil, supply } = open
  const forecast = await forecastOpenBill(db, open, { seed: seedOf(contract, bill, measuredUntil), figures })
  return { bill, soFar, forecast, followsMarket: supply.followsMarket, gas: null }
}

async function readGasBillToCome(db: Database, contract: OpenContract, now: Date): Promise<BillToCome | NoBillReason> {
  const open = await readOpenGasBill(db, contract, now)
  if (typeof open === 'string') return open
  const { bill, known } = open
  const seed = seedOf(contract, bill, known.spans.at(-1)?.lastDay ?? '')
  const toCome = computeGasBillToCome(open, { seed, figures: await loadRegulatedPrices(db) })
  if (toCome === 'price_unknown') return toCome
  const { soFar, forecast, knownUntil, comparedSpans } = toCome
  const gas = { knownUntil, comparedSpans, spans: known.spans, ownReading: known.ownReading }
  return { bill, soFar, forecast, followsMarket: false, gas }
}

/** The same data give the same band. */
export function seedOf({ contractId }: OpenContract, { firstDay }: BilledDays, measuredUntil: MarketDay): string {
  return `${contractId} ${firstDay} ${measuredUntil}`
}
