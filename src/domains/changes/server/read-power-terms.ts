import type { Database } from '#db/database.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { findExtensionRight } from '#domains/supply-register/server/register-store.ts'
import { cups20 } from '#vocabulary/cups.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { ConnectionCharges } from '../power-costs.ts'
import { earlyChangeUntil, isOver20YearsOld, type PowerLimits, usableExtensionRight } from '../power-limits.ts'
import { connectionCharges } from './connection-charges.ts'
import { findPreviousPeakPower } from './contract-terms-store.ts'
import type { ContractToChange } from './contract-to-change.ts'

/** What a distributor charges for another power, and the power up to which it charges no extension of the grid. */
export type PowerTermsOfDay = { limits: PowerLimits; charges: ConnectionCharges; previousPeakWatts: number }

/** Returns what limits another power of a contract on a day, and what the distributor charges for it. */
export async function readPowerTermsOfDay(
  db: Database,
  contract: ContractToChange,
  day: MarketDay,
): Promise<PowerTermsOfDay> {
  const { supply, powerWatts: present } = contract
  const limits = await findPowerLimits(db, contract, day)
  const heldWatts = await findPreviousPeakPower(db, { pointId: supply.pointId, present, day })
  const charged = { zone: supply.zone, day, isOver20YearsOld: limits.isOver20YearsOld }
  return {
    limits,
    charges: connectionCharges(charged, await loadRegulatedPrices(db)),
    previousPeakWatts: Math.max(heldWatts, limits.extensionRightWatts ?? 0),
  }
}

async function findPowerLimits(
  db: Database,
  { customerId, contractId, powerWatts, supply }: ContractToChange,
  day: MarketDay,
): Promise<PowerLimits> {
  const duties = await findDutiesOf(db, `contract:${contractId}`)
  const lastChange = duties.find(({ kind, state }) => kind === 'next_power_change' && state === 'open')
  const since = await db
    .selectFrom('contract')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select(['signed_on', 'starts_on'])
    .executeTakeFirstOrThrow()
  const registered = await findExtensionRight(db, cups20(supply.cups))
  return {
    earlyUntil: lastChange
      ? earlyChangeUntil({ changedAt: lastChange.started_at, until: lastChange.due_on }, day)
      : null,
    extensionRightWatts: usableExtensionRight(registered, powerWatts),
    isOver20YearsOld: isOver20YearsOld([since.signed_on, since.starts_on], day),
  }
}
