import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MeteredContract } from './meter-history.ts'

export type CaseContract = MeteredContract & {
  name: string
  maxPowerWatts: number | null
  provinceCode: string
  distributor: { name: string; breakdownPhone: string | null } | null
}

type CaseContractQuery = { customerIds: number[] } & (
  | { name: string }
  | { contractId: number; energy: string }
  | { contractId: number }
)

/** Returns the holder's contract that a request is about, or undefined if it is not theirs. */
export async function findCaseContract(db: Database, lookup: CaseContractQuery): Promise<CaseContract | undefined> {
  const query = db
    .selectFrom('contract')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .leftJoin('distributor', 'distributor.distributor_id', 'supply_point.distributor_id')
    .where(isOneOf('customer_id', lookup.customerIds))
  const row = await ('name' in lookup
    ? query.where('contract.name', '=', lookup.name)
    : query
        .where('contract_id', '=', lookup.contractId)
        .$if('energy' in lookup, (ofEnergy) =>
          ofEnergy.where('contract.energy', '=', (lookup as { energy: string }).energy),
        )
  )
    .select(['customer_id', 'contract_id', 'contract.supply_point_id', 'contract.name', 'contract.energy', 'tariff'])
    .select(['power_watts', 'province_code', 'distributor.name as distributor_name', 'breakdown_phone'])
    .executeTakeFirst()
  return (
    row && {
      customerId: row.customer_id,
      contractId: row.contract_id,
      supplyPointId: row.supply_point_id,
      name: row.name,
      energy: row.energy as 'electricity' | 'gas',
      tariff: row.tariff,
      maxPowerWatts: row.power_watts.length > 0 ? Math.max(...row.power_watts) : null,
      provinceCode: row.province_code,
      distributor:
        row.distributor_name === null ? null : { name: row.distributor_name, breakdownPhone: row.breakdown_phone },
    }
  )
}

/** Returns the contract of a stored case, or null if it is about none. */
export async function findContractOfCase(
  db: Database,
  { customer_id: customerId, contract_id: contractId }: { customer_id: number | null; contract_id: number | null },
): Promise<CaseContract | null> {
  if (customerId === null || contractId === null) return null
  return (await findCaseContract(db, { customerIds: [customerId], contractId })) ?? null
}
