import type { Database } from '#db/database.ts'

/** Returns the uploaded files of these ids with their names, in the order of the ids. */
export async function findUploadNames(db: Database, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('upload')
    .where('upload_id', 'in', ids)
    .select(['upload_id as id', 'file_name as name'])
    .execute()
  const names = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => names.get(id) ?? [])
}
