import type { Database } from '#db/database.ts'
import type { Town } from '../api.ts'

/** The towns that a postcode serves, by name. */
export function townsOf(db: Database, postcode: string): Promise<Town[]> {
  return db
    .selectFrom('postcode_town')
    .where('postcode', '=', postcode)
    .orderBy('name')
    .select(['name as city', 'municipality_code as ine'])
    .execute()
}
