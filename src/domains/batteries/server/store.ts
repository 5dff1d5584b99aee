import { type SqlBool, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { parseId } from '#kit/parse-id.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import { withoutSelfConsumption } from '#vocabulary/self-consumption.ts'
import type { EntryReason, Share } from '../rules.ts'
import { balanceCents, shareVersion } from './present.ts'

type Owner = { customerIds: number[] }

/** A contract's share in a battery with everything that its changes depend on. */
export type ShareRow = Share & {
  customerId: number
  linkId: number
  batteryId: number
  battery: string
  contractId: number
  contract: string
  contractState: string
  handling: string
  isOrigin: boolean
  hasSelfConsumption: boolean
  version: string
}

/**
 * Returns the share of a holder's contract in a battery: the one valid on the day if there were several. Undefined if
 * the contract or battery is not the holder's or the contract has no share.
 */
export async function findShare(
  db: Database,
  { customerIds, contract, batteryId, day }: Owner & { contract: string; batteryId: number; day: MarketDay },
): Promise<ShareRow | undefined> {
  return db
    .selectFrom('battery_link as link')
    .innerJoin('battery', (join) =>
      join.onRef('battery.customer_id', '=', 'link.customer_id').onRef('battery.battery_id', '=', 'link.battery_id'),
    )
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'link.customer_id')
        .onRef('contract.contract_id', '=', 'link.contract_id'),
    )
    .where(isOneOf('link.customer_id', customerIds))
    .where('link.battery_id', '=', batteryId)
    .where('contract.name', '=', contract)
    .orderBy(holdsOn(day), 'desc')
    .orderBy('link.starts_on', 'desc')
    .select([
      'link.customer_id as customerId',
      'link.battery_link_id as linkId',
      'link.battery_id as batteryId',
      'battery.name as battery',
      'link.contract_id as contractId',
      'contract.name as contract',
      'contract.state as contractState',
      'link.percentage as percentage',
      'link.starts_on as startsOn',
      'link.ends_on as endsOn',
      'link.discount_handling as handling',
      'link.is_origin as isOrigin',
      sql<boolean>`contract.self_consumption_code <> ${withoutSelfConsumption}`.as('hasSelfConsumption'),
      shareVersion.as('version'),
    ])
    .executeTakeFirst()
}

export type BatteryRow = { customerId: number; batteryId: number; name: string; balanceCents: Cents }

/** Returns the holder's batteries by name, limited to the given ids if there are any. */
export function findBatteries(
  db: Database,
  { customerIds, batteryIds }: Owner & { batteryIds?: number[] },
): Promise<BatteryRow[]> {
  return db
    .selectFrom('battery')
    .where(isOneOf('customer_id', customerIds))
    .$if(batteryIds !== undefined, (query) => query.where('battery_id', '=', sql<number>`any(${batteryIds})`))
    .orderBy('name')
    .orderBy('battery_id')
    .select([
      'customer_id as customerId',
      'battery_id as batteryId',
      'name',
      balanceCents(customerIds).as('balanceCents'),
    ])
    .execute()
}

/** Returns one of the holder's batteries by the id from a path. An id that is not a number matches nothing. */
export async function findBattery(
  db: Database,
  { customerIds, id }: Owner & { id: string },
): Promise<BatteryRow | undefined> {
  const batteryId = parseId(id)
  return batteryId === undefined ? undefined : (await findBatteries(db, { customerIds, batteryIds: [batteryId] }))[0]
}

type BatteryKey = Pick<BatteryRow, 'customerId' | 'batteryId'>

export type LinkRow = Share & {
  batteryId: number
  contract: string
  address: string
  cups: string
  handling: string
  isOrigin: boolean
}

/** Returns the shares in some batteries of a holder, newest first. */
export function findSharesIn(db: Database, batteries: readonly BatteryKey[]): Promise<LinkRow[]> {
  return db
    .selectFrom('battery_link as link')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'link.customer_id')
        .onRef('contract.contract_id', '=', 'link.contract_id'),
    )
    .where(areOf('link', batteries))
    .orderBy('link.starts_on', 'desc')
    .orderBy('contract.name')
    .select([
      'link.battery_id as batteryId',
      'contract.name as contract',
      sql<string>`contract.supply_street || ' - ' || contract.supply_city`.as('address'),
      'contract.cups as cups',
      'link.percentage as percentage',
      'link.starts_on as startsOn',
      'link.ends_on as endsOn',
      'link.discount_handling as handling',
      'link.is_origin as isOrigin',
    ])
    .execute()
}

export type EntryRow = {
  id: number
  batteryId: number
  bookedOn: MarketDay
  reason: EntryReason
  amountCents: Cents
  /** The battery's balance after the entry. */
  balanceCents: Cents
  contract: string | null
  invoice: { id: number; number: string; date: MarketDay } | null
  otherBattery: { id: number; name: string } | null
}

/** Returns the ledger entries of some batteries of a holder, newest first. */
export async function findEntries(db: Database, batteries: readonly BatteryKey[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select entry.battery_entry_id as id, entry.battery_id as "batteryId", booked_on as "bookedOn", reason,
      amount_cents as "amountCents",
      sum(amount_cents) over (
        partition by entry.customer_id, entry.battery_id order by booked_on, battery_entry_id
      )::int as "balanceCents",
      contract.name as contract,
      case when invoice.number is not null
        then json_build_object('id', invoice_id, 'number', invoice.number, 'date', invoice.issued_on) end as invoice,
      case when other_battery_id is not null
        then json_build_object('id', other_battery_id, 'name', other.name) end as "otherBattery"
    from battery_entry entry
      left join contract using (customer_id, contract_id)
      left join ${visibleInvoices} invoice using (customer_id, invoice_id)
      left join battery other on other.customer_id = entry.customer_id and other.battery_id = other_battery_id
    where ${areOf('entry', batteries)}
    order by booked_on desc, battery_entry_id desc`.execute(db)
  return rows
}

/** Returns a holder's batteries with the names of the contracts that have ever had a share. */
export async function findBatteriesWithContracts(db: Database, { customerIds }: Owner) {
  const batteries = await findBatteries(db, { customerIds })
  const shares = Map.groupBy(await findSharesIn(db, batteries), ({ batteryId }) => batteryId)
  return batteries.map((battery) => ({
    ...battery,
    contracts: [...new Set((shares.get(battery.batteryId) ?? []).map(({ contract }) => contract))],
  }))
}

function areOf(table: string, batteries: readonly BatteryKey[]) {
  const customerIds = [...new Set(batteries.map(({ customerId }) => customerId))]
  return sql<SqlBool>`${isOneOf(`${table}.customer_id`, customerIds)}
    and ${sql.ref(`${table}.battery_id`)} = any(${batteries.map(({ batteryId }) => batteryId)})`
}

function holdsOn(day: MarketDay) {
  return sql<boolean>`link.starts_on <= ${day} and coalesce(link.ends_on, 'infinity') >= ${day}`
}
