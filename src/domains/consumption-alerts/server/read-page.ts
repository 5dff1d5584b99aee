import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { dayCount, type MarketDay } from '#vocabulary/day.ts'
import type { AlertRow } from './alert-store.ts'
import { type AlertedContract, findContractsByIds } from './contract-store.ts'

/** The alerts on a contract whose curve they have not seen, with its version. */
export type ContractToCheck = { contract: AlertedContract; alerts: AlertRow[]; version: number }

type Page = { toRemove: AlertRow[]; toCheck: ContractToCheck[] }

/**
 * Returns which alerts of a page are to be compared with a new curve, or with the gas of a new day, and which are of a contract that has ended or that
 * their user does not see any more. Reads a page by a statement for each table.
 */
export async function readPage(db: Database, alerts: readonly AlertRow[], today: MarketDay): Promise<Page> {
  const customerIds = unique(alerts, ({ customer_id }) => customer_id)
  const contractIds = unique(alerts, ({ contract_id }) => contract_id)
  const found = await findContractsByIds(db, { customerIds, contractIds, today })
  const contracts = new Map(found.map((contract) => [keyOf(contract), contract]))
  const access = await findAccess(db, alerts)
  const versions = await findVersions(
    db,
    found.map(({ supplyPointId }) => supplyPointId),
  )
  const page: Page = { toRemove: [], toCheck: [] }
  for (const [key, own] of Map.groupBy(alerts, (alert) => `${alert.customer_id} ${alert.contract_id}`)) {
    const contract = contracts.get(key)
    const isKept = (alert: AlertRow) => contract?.isActive && access.has(`${alert.user_id} ${alert.customer_id}`)
    page.toRemove.push(...own.filter((alert) => !isKept(alert)))
    const version = contract && (contract.energy === 'gas' ? gasVersionOn(today) : versions.get(contract.supplyPointId))
    const unseen = own.filter((alert) => isKept(alert) && alert.seen_version !== version)
    if (version !== undefined && unseen.length > 0) page.toCheck.push({ contract: contract!, alerts: unseen, version })
  }
  return page
}

/** The bill of gas to come changes with each day, and its meter has no curve whose version tells. */
function gasVersionOn(today: MarketDay): number {
  return dayCount('2000-01-01', today)
}

async function findAccess(db: Database, alerts: readonly AlertRow[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('user_customer')
    .where(
      isOneOf(
        'user_id',
        unique(alerts, ({ user_id }) => user_id),
      ),
    )
    .where(
      isOneOf(
        'customer_id',
        unique(alerts, ({ customer_id }) => customer_id),
      ),
    )
    .select(['user_id', 'customer_id'])
    .execute()
  return new Set(rows.map(({ user_id, customer_id }) => `${user_id} ${customer_id}`))
}

async function findVersions(db: Database, supplyPointIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('curve_version')
    .where(isOneOf('supply_point_id', supplyPointIds))
    .select(['supply_point_id', 'version'])
    .execute()
  return new Map(rows.map(({ supply_point_id, version }) => [supply_point_id, version]))
}

function keyOf({ customerId, contractId }: AlertedContract): string {
  return `${customerId} ${contractId}`
}

function unique(alerts: readonly AlertRow[], idOf: (alert: AlertRow) => number): number[] {
  return [...new Set(alerts.map(idOf))]
}
