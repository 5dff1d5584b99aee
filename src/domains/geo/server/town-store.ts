import type { Database } from '#db/database.ts'
import type { Town } from '../api.ts'

/** Returns the towns of a postcode by name. */
export function findTowns(db: Database, postcode: string): Promise<Town[]> {
  return db
    .selectFrom('postcode_town')
    .where('postcode', '=', postcode)
    .orderBy('name')
    .select(['name as city', 'municipality_code as ine'])
    .execute()
}
