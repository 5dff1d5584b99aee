import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/** Requests that the totals of the contracts of these supply points are recounted from their first day. */
export async function requestRecountOfPoints(db: Database, supplyPointIds: readonly number[]) {
  await sql`
    insert into curve_recount (customer_id, contract_id)
    select customer_id, contract_id from contract where supply_point_id = any(${supplyPointIds}) and energy = 'electricity'
    on conflict (customer_id, contract_id) do update set requested_at = excluded.requested_at, next_day = null`.execute(
    db,
  )
}
