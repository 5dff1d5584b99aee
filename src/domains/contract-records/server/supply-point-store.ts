import type { Insertable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, SupplyPoint } from '#db/tables.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'

/** Inserts a supply point, with the active distributor of this code if there is one. @returns its id. */
export async function insertSupplyPoint(
  db: Database,
  { distributorCode, ...row }: Omit<Insertable<SupplyPoint>, 'distributor_id'> & { distributorCode: string },
): Promise<number> {
  const distributor = await db
    .selectFrom('distributor')
    .where('ree_code', '=', distributorCode)
    .where('is_active', '=', true)
    .select('distributor_id')
    .executeTakeFirst()
  const { supply_point_id } = await db
    .insertInto('supply_point')
    .values({ ...row, distributor_id: distributor?.distributor_id ?? null })
    .returning('supply_point_id')
    .executeTakeFirstOrThrow()
  return supply_point_id
}

/** Stores imported supply points by the first twenty characters of their CUPS. Returns those created or changed. */
export function storeSupplyPointRows(db: Database, rows: readonly Insertable<DB['supply_point']>[]) {
  return upsertRows(db, { table: 'supply_point', key: ['cups20'], rows })
}

/** Sets the cadastral reference of a supply point. */
export async function saveCadastralReference(
  db: Database,
  { supplyPointId, reference }: { supplyPointId: number; reference: string },
) {
  await db
    .updateTable('supply_point')
    .set({ cadastral_reference: reference })
    .where('supply_point_id', '=', supplyPointId)
    .execute()
}
