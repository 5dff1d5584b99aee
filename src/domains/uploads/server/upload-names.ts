import type { Database } from '#db/database.ts'

/** An uploaded file with its name. */
export type UploadName = { id: string; name: string }

/** Returns the uploaded files of these ids with their names, by id. One that does not exist is missing. */
export async function findUploadNames(db: Database, ids: readonly string[]): Promise<Map<string, UploadName>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('upload')
    .where('upload_id', 'in', ids)
    .select(['upload_id as id', 'file_name as name'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
