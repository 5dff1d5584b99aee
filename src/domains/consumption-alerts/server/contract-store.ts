import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { hasCurves } from '#domains/consumption/rules.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { energyTariffs } from '#vocabulary/tariff-periods.ts'

/** A contract on whose consumption there can be alerts. */
export type AlertedContract = {
  customerId: number
  contractId: number
  supplyPointId: number
  name: string
  address: string
  /** Gas has no hours, so that its only alert is the budget. */
  energy: 'electricity' | 'gas'
  powerWatts: readonly number[]
  isActive: boolean
}

type ContractFilter = { customerIds: readonly number[]; today: MarketDay }

/** Returns a page of the active contracts of some customers that can have alerts, or the one of an id, and how many there are. */
export async function findActiveContracts(
  db: Database,
  { customerIds, contractId, limit, today }: ContractFilter & { contractId: number | undefined; limit: number },
): Promise<{ contracts: AlertedContract[]; total: number }> {
  const active = selectContracts(db, { customerIds, today })
    .where('state', '=', 'activa')
    .where(sql<boolean>`(ends_on is null or ends_on >= ${today}::date)`)
    .where((where) => where.or([where('energy', '=', 'gas'), where('tariff', 'in', energyTariffs)]))
    .$if(contractId !== undefined, (query) => query.where('contract_id', '=', contractId!))
  const rows = await active
    .orderBy('name')
    .limit(limit)
    .select(sql<number>`count(*) over ()::integer`.as('total'))
    .execute()
  return { contracts: rows.map(contractOf), total: rows[0]?.total ?? 0 }
}

/** Returns contracts by their ids, of some customers, active or not. */
export async function findContractsByIds(
  db: Database,
  { customerIds, contractIds, today }: ContractFilter & { contractIds: readonly number[] },
): Promise<AlertedContract[]> {
  const rows = await selectContracts(db, { customerIds, today }).where(isOneOf('contract_id', contractIds)).execute()
  return rows.filter(({ energy, tariff }) => energy === 'gas' || hasCurves(tariff)).map(contractOf)
}

type ContractRow = Awaited<ReturnType<ReturnType<typeof selectContracts>['execute']>>[number]

function selectContracts(db: Database, { customerIds, today }: ContractFilter) {
  return db
    .selectFrom('contract')
    .where(isOneOf('customer_id', customerIds))
    .select(['customer_id', 'contract_id', 'supply_point_id', 'name', 'energy', 'tariff', 'power_watts'])
    .select(['supply_street', 'supply_city'])
    .select(sql<boolean>`state = 'activa' and (ends_on is null or ends_on >= ${today}::date)`.as('is_active'))
}

function contractOf(row: ContractRow): AlertedContract {
  return {
    ...{ customerId: row.customer_id, contractId: row.contract_id, supplyPointId: row.supply_point_id },
    ...{ name: row.name, address: `${row.supply_street}, ${row.supply_city}`, isActive: row.is_active },
    energy: row.energy === 'gas' ? 'gas' : 'electricity',
    powerWatts: row.power_watts,
  }
}
