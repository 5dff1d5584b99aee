import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Files } from '#outside/files/files.ts'

/**
 * The columns that refer to stored files. Two rows may refer to the same one, since identical documents are stored
 * once.
 */
const fileColumns = [
  ['attachment', 'file_key'],
  ['data_export', 'file_key'],
  ['import_run', 'file_key'],
  ['import_run', 'report_key'],
  ['invoice_document', 'file_key'],
  ['signature', 'annex_key'],
  ['signature', 'annex_sealed_key'],
  ['signature', 'document_key'],
  ['signature', 'sealed_key'],
  ['signature', 'summary_key'],
  ['upload', 'file_key'],
] as const

const retryMinutes = 10

/**
 * Queues stored files for removal once their rows are deleted for good. Within a transaction it commits or rolls back
 * with it.
 */
export async function queueFileRemoval(db: Database, fileKeys: readonly string[], now: Date): Promise<void> {
  if (fileKeys.length === 0) return
  const rows = [...new Set(fileKeys)].map((file_key) => ({ file_key, queued_at: now, run_at: now }))
  await db
    .insertInto('stored_file_removal')
    .values(rows)
    .onConflict((conflict) => conflict.column('file_key').doNothing())
    .execute()
}

/**
 * Removes one queued stored file, unless a row refers to it after all. If the storage is unavailable, it stays queued.
 * @returns whether there was one. @throws what the storage throws.
 */
export async function removeStoredFile({
  db,
  files,
  clock,
}: {
  db: Database
  files: Files
  clock: () => Date
}): Promise<boolean> {
  const now = clock()
  // The next try is scheduled before this one runs, so that a file that cannot be removed does not block the others.
  const row = await db
    .updateTable('stored_file_removal')
    .set({ run_at: new Date(now.getTime() + retryMinutes * 60_000) })
    .where('file_key', '=', (query) =>
      query
        .selectFrom('stored_file_removal')
        .select('file_key')
        .where('run_at', '<=', now)
        .orderBy('run_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('file_key')
    .executeTakeFirst()
  if (!row) return false
  if (!(await isReferenced(db, row.file_key))) await files.remove(row.file_key)
  await db.deleteFrom('stored_file_removal').where('file_key', '=', row.file_key).execute()
  return true
}

async function isReferenced(db: Database, fileKey: string): Promise<boolean> {
  for (const [table, column] of fileColumns) {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)} = ${fileKey} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  // Retained by law for a person who was erased.
  const { rows } = await sql`select from blocked_data where file_keys @> array[${fileKey}] limit 1`.execute(db)
  return rows.length > 0
}
