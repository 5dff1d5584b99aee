import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type DutySubject, endDuty, openDuty } from '#domains/duties/server/duty-store.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { isCompanyTaxId } from '#vocabulary/tax-id.ts'

/** A contract that was just signed at a distance. */
export type SignedContract = {
  customerId: number
  contractId: number
  energy: 'electricity' | 'gas'
  /** Whether another retailer supplies it now. */
  isSwitch: boolean
  now: Date
}

/** The subject of the duties that follow from the signature of a contract. */
export function subjectOfSignedContract(contractId: number): DutySubject {
  return `signed_contract:${contractId}`
}

/**
 * Opens what follows from a signature: asking the distributor for the switch and the switch itself, or the connection, the days in which a
 * consumer may withdraw, and the years for which the consent is kept with summary, contract and evidence. @returns the last
 * day to withdraw, or null for a company.
 */
export async function openContractDuties(
  db: Database,
  { customerId, contractId, energy, isSwitch, now }: SignedContract,
): Promise<MarketDay | null> {
  const {
    payer_tax_id: taxId,
    power_watts: powers,
    province_code: place,
    switch_on: switchOn,
  } = await db
    .selectFrom('contract')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where('contract.customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select(['payer_tax_id', 'power_watts', 'province_code', 'switch_on'])
    .executeTakeFirstOrThrow()
  const powerWatts = energy === 'gas' ? null : Math.max(0, ...powers)
  const common = { subject: subjectOfSignedContract(contractId), customerId, contractId, place, at: now }
  const factsOf = (...topics: string[]) => ({ facts: { topics, energy, powerWatts } })
  if (isSwitch) {
    await openDuty(db, { ...common, kind: 'switch_request', ...factsOf() })
    // A day that has passed before the signature counts as none.
    const namedDay = switchOn !== null && switchOn > marketDayOf(now, 'Europe/Madrid') ? switchOn : undefined
    await openDuty(db, { ...common, kind: 'supply_switch', ...factsOf('simple'), namedDay })
  }
  // Whoever had no supply is connected once the contract is made; what it takes besides a meter is not known here.
  else await openDuty(db, { ...common, kind: 'connection', ...factsOf('meter') })
  const isConsumer = !isCompanyTaxId(taxId)
  const withdrawal = isConsumer && (await openDuty(db, { ...common, kind: 'withdrawal', ...factsOf('distance') }))
  await openDuty(db, { ...common, kind: 'contract_evidence', ...factsOf() })
  return withdrawal ? withdrawal.deadline.on : null
}

/**
 * The duties until a contract begins: asking the distributor for the switch, the switch itself, and its technical part once
 * it was accepted; or the connection of a supply that nobody had.
 */
export const switchKinds = ['switch_request', 'supply_switch', 'switch_activation', 'connection'] as const

/**
 * Ends the duties of the switch of contracts that have begun, as the retailer's system reports: whatever was asked of the
 * distributor is done.
 */
export async function endSwitchDuties(
  db: Database,
  contracts: readonly { customerId: number; name: string }[],
  now: Date,
): Promise<void> {
  if (contracts.length === 0) return
  const { rows } = await sql<{ subject: DutySubject; kind: (typeof switchKinds)[number] }>`
    select subject, kind from duty
    where kind = any(${[...switchKinds]}) and state in ('open', 'paused')
      and subject = 'signed_contract:' || contract_id and contract_id in (
      select contract_id from contract
      where customer_id = any(${contracts.map(({ customerId }) => customerId)}::bigint[])
        and name = any(${contracts.map(({ name }) => name)}) and state = 'activa')`.execute(db)
  for (const key of rows) await endDuty(db, key, { state: 'done', now })
}
