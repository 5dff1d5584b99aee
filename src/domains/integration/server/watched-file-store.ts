import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { WatchedFile } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { claimDue, releaseRow, renewLease, updateRow, type WorkQueue } from '#kit/server/work-queue.ts'
import type { ImportCounts } from './import-file-source.ts'

/** A file of the watched folder as seen; with a different time or size it is a different file. */
export type FolderFile = { name: string; sizeBytes: number; modifiedAt: Date }

type WatchedFileRow = Selectable<WatchedFile>

/** The files of the watched folder that are being imported. A server renews its lease while it imports. */
const folderQueue: WorkQueue<WatchedFileRow> = {
  table: 'watched_file',
  key: ['name', 'size_bytes', 'modified_at'],
  due: 'leased_until',
  waiting: sql`finished_at is null`,
  pausesSeconds: [600],
}

/**
 * Leases a file for this server. Returns `taken` if another server holds it. Returns the counts of a file that was
 * already imported but not yet moved.
 */
export async function leaseFile(db: Database, file: FolderFile, now: Date): Promise<'leased' | 'taken' | ImportCounts> {
  const { name, sizeBytes, modifiedAt } = file
  await db
    .insertInto('watched_file')
    .values({ name, size_bytes: sizeBytes, modified_at: modifiedAt, leased_until: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const isFile = sql<boolean>`name = ${name} and size_bytes = ${sizeBytes} and modified_at = ${modifiedAt}`
  const claimed = await claimDue(db, folderQueue, { now, limit: 1, where: isFile })
  if (claimed.length > 0) return 'leased'
  const { finished_at, accepted, refused } = await db
    .selectFrom('watched_file')
    .where(isFile)
    .select(['finished_at', 'accepted', 'refused'])
    .executeTakeFirstOrThrow()
  return finished_at ? { accepted, refused } : 'taken'
}

/** Renews the lease of this server on a file. */
export async function renewFile(db: Database, file: FolderFile, now: Date) {
  await renewLease(db, folderQueue, rowOf(file), now)
}

/** Releases a file for the next server. */
export async function releaseFile(db: Database, file: FolderFile, now: Date) {
  await releaseRow(db, folderQueue, { row: rowOf(file), now })
}

function rowOf({ name, sizeBytes, modifiedAt }: FolderFile) {
  return { name, size_bytes: sizeBytes, modified_at: modifiedAt } as WatchedFileRow
}

/** Records the result of a file, so that it is not imported again. */
export async function finishFile(db: Database, file: FolderFile, { accepted, refused }: ImportCounts, now: Date) {
  await writeAudit(db, { action: 'file_imported', subject: file.name, after: { accepted, refused } })
  await updateRow(db, folderQueue, { row: rowOf(file), set: { accepted, refused, finished_at: now } })
}
