import type { Database } from '#db/database.ts'
import type { Energy } from './offer-store.ts'

/** Returns the retailers that may supply a visitor today, by name. */
export async function findOriginRetailers(db: Database, energy: Energy): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('origin_retailer')
    .where('energy', '=', energy)
    .where('is_active', '=', true)
    .orderBy('name')
    .select(['origin_retailer_id as id', 'name'])
    .execute()
}
