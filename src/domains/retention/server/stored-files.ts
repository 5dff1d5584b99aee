import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Files } from '#outside/files/files.ts'

/** The columns that name stored files; two rows may name one, since equal bytes of documents are stored once. */
const fileColumns = [
  ['attachment', 'file_key'],
  ['data_export', 'file_key'],
  ['import_run', 'file_key'],
  ['import_run', 'report_key'],
  ['invoice_document', 'file_key'],
  ['signature', 'document_key'],
  ['signature', 'sealed_key'],
  ['upload', 'file_key'],
] as const

const retryMinutes = 10

/** Has stored files removed once their rows are gone for good; within a transaction it stands or falls with it. */
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
 * Removes one stored file that waits for it, unless a row names it after all. Where the storage is away it waits on.
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
  // The next try is set before this one, so that a file that cannot be removed does not hold up the others.
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
  if (!(await isNamed(db, row.file_key))) await files.remove(row.file_key)
  await db.deleteFrom('stored_file_removal').where('file_key', '=', row.file_key).execute()
  return true
}

async function isNamed(db: Database, fileKey: string): Promise<boolean> {
  for (const [table, column] of fileColumns) {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)} = ${fileKey} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  // Kept by law of somebody who was erased.
  const { rows } = await sql`select from blocked_data where file_keys @> array[${fileKey}] limit 1`.execute(db)
  return rows.length > 0
}
