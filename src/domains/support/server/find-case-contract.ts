import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MeteredContract } from './meter-history.ts'

export type CaseContract = MeteredContract & { name: string; maxPowerWatts: number | null }

type CaseContractQuery = { customerIds: number[] } & ({ name: string } | { contractId: number; energy: string })

/** Returns the holder's contract that a request is about, or undefined if it is not theirs. */
export async function findCaseContract(db: Database, lookup: CaseContractQuery): Promise<CaseContract | undefined> {
  const query = db.selectFrom('contract').where(isOneOf('customer_id', lookup.customerIds))
  const row = await ('name' in lookup
    ? query.where('name', '=', lookup.name)
    : query.where('contract_id', '=', lookup.contractId).where('energy', '=', lookup.energy)
  )
    .select(['customer_id', 'contract_id', 'supply_point_id', 'name', 'energy', 'tariff', 'power_watts'])
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
    }
  )
}
