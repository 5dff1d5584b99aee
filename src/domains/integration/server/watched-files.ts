import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Counts } from './take-whole.ts'

/** A file of the watched folder as it was found: another time or size is another file. */
export type SeenFile = { name: string; sizeBytes: number; modifiedAt: Date }

/** For how long a server has a file to itself, unless it says again that it works on it. */
const leaseMinutes = 10

/**
 * Takes a file for this server, or keeps it (`isOwn`). `taken`: another server is at it. Of one that is in already it
 * is answered what became of it: whoever was to move it did not get to that.
 */
export async function lease(
  db: Database,
  { name, sizeBytes, modifiedAt }: SeenFile,
  now: Date,
  { isOwn = false } = {},
): Promise<'leased' | 'taken' | Counts> {
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

/** Leaves a file to whoever looks next. */
export async function letGo(db: Database, { name, sizeBytes, modifiedAt }: SeenFile, now: Date) {
  await db
    .updateTable('watched_file')
    .set({ leased_until: now })
    .where('name', '=', name)
    .where('size_bytes', '=', String(sizeBytes))
    .where('modified_at', '=', modifiedAt)
    .execute()
}

/** Notes what became of a file, so that nobody takes it in again. */
export async function finish(
  db: Database,
  { name, sizeBytes, modifiedAt }: SeenFile,
  { accepted, refused }: Counts,
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
