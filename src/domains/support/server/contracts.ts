import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MeteredContract } from './meter.ts'

export type CaseContract = MeteredContract & { name: string; mostPowerWatts: number | null }

type Wanted = { customerIds: number[] } & ({ name: string } | { contractId: number; energy: string })

/** A holder's contract that something is written about, or undefined when it is not theirs. */
export async function findCaseContract(db: Database, wanted: Wanted): Promise<CaseContract | undefined> {
  const query = db.selectFrom('contract').where('customer_id', '=', sql<number>`any(${wanted.customerIds})`)
  const row = await ('name' in wanted
    ? query.where('name', '=', wanted.name)
    : query.where('contract_id', '=', wanted.contractId).where('energy', '=', wanted.energy)
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
      mostPowerWatts: row.power_watts.length > 0 ? Math.max(...row.power_watts) : null,
    }
  )
}
