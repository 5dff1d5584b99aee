import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { ImportCounts } from './import-file-by-kind.ts'

/** A file of the watched folder as seen; with a different time or size it is a different file. */
export type FolderFile = { name: string; sizeBytes: number; modifiedAt: Date }

/** How long a server holds the lease on a file unless it renews it. */
const leaseMinutes = 10

/**
 * Leases a file for this server, or renews its lease (`isOwn`). Returns `taken` if another server holds it. Returns the
 * counts of a file that was already imported but not yet moved.
 */
export async function leaseFile(
  db: Database,
  { name, sizeBytes, modifiedAt }: FolderFile,
  now: Date,
  { isOwn = false } = {},
): Promise<'leased' | 'taken' | ImportCounts> {
  const until = new Date(now.getTime() + leaseMinutes * 60_000)
  const row = await db
    .insertInto('watched_file')
    .values({ name, size_bytes: sizeBytes, modified_at: modifiedAt, leased_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'size_bytes', 'modified_at'])
        .doUpdateSet({ leased_until: until })
        .where('watched_file.finished_at', 'is', null)
        .where(sql<boolean>`${isOwn} or watched_file.leased_until <= ${now}`),
    )
    .returning('name')
    .executeTakeFirst()
  if (row) return 'leased'
  const { finished_at, accepted, refused } = await db
    .selectFrom('watched_file')
    .where('name', '=', name)
    .where('size_bytes', '=', String(sizeBytes))
    .where('modified_at', '=', modifiedAt)
    .select(['finished_at', 'accepted', 'refused'])
    .executeTakeFirstOrThrow()
  return finished_at ? { accepted, refused } : 'taken'
}

/** Releases a file for the next server. */
export async function releaseFile(db: Database, { name, sizeBytes, modifiedAt }: FolderFile, now: Date) {
  await db
    .updateTable('watched_file')
    .set({ leased_until: now })
    .where('name', '=', name)
    .where('size_bytes', '=', String(sizeBytes))
    .where('modified_at', '=', modifiedAt)
    .execute()
}

/** Records the result of a file, so that it is not imported again. */
export async function finishFile(
  db: Database,
  { name, sizeBytes, modifiedAt }: FolderFile,
  { accepted, refused }: ImportCounts,
  now: Date,
) {
  await writeAudit(db, { action: 'file_imported', subject: name, after: { accepted, refused } })
  await db
    .updateTable('watched_file')
    .set({ accepted, refused, finished_at: now })
    .where('name', '=', name)
    .where('size_bytes', '=', String(sizeBytes))
    .where('modified_at', '=', modifiedAt)
    .execute()
}
