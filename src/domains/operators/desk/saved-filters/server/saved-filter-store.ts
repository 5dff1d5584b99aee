import type { Database } from '#db/database.ts'
import type { SavedFilter } from '../api.ts'
import { maxSavedFilters } from '../rules.ts'

type FilterOwner = { userId: number; path: string }

/** Returns the filters of a list that an operator has saved, by name. */
export function findSavedFilters(db: Database, { userId, path }: FilterOwner): Promise<SavedFilter[]> {
  return db
    .selectFrom('saved_filter')
    .where('user_id', '=', userId)
    .where('path', '=', path)
    .select(['saved_filter_id as id', 'name', 'query'])
    .orderBy('name')
    .execute()
}

/** Saves filters under a name. Returns their id, or undefined if the operator has as many as allowed. */
export async function upsertFilter(
  db: Database,
  { userId, path, name, query }: FilterOwner & Omit<SavedFilter, 'id'>,
): Promise<string | undefined> {
  const others = (await findSavedFilters(db, { userId, path })).filter((saved) => saved.name !== name)
  if (others.length >= maxSavedFilters) return undefined
  const { id } = await db
    .insertInto('saved_filter')
    .values({ user_id: userId, path, name, query })
    .onConflict((conflict) => conflict.columns(['user_id', 'path', 'name']).doUpdateSet({ query }))
    .returning('saved_filter_id as id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns saved filters of an operator by the id from a URL. */
export async function findOwnFilter(db: Database, { id, userId }: { id: string; userId: number }) {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return undefined
  return db
    .selectFrom('saved_filter')
    .where('saved_filter_id', '=', id)
    .where('user_id', '=', userId)
    .select('saved_filter_id as id')
    .executeTakeFirst()
}

/** Deletes saved filters. */
export async function deleteFilter(db: Database, { id }: { id: string }): Promise<void> {
  await db.deleteFrom('saved_filter').where('saved_filter_id', '=', id).execute()
}
