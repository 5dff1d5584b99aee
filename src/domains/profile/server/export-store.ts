import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DataExport } from '#db/tables.ts'
import type { WorkQueue } from '#kit/server/work-queue.ts'

export type StoredExport = Selectable<DataExport>

/** Returns the last export that a user requested. */
export function findLastExport(db: Database, userId: number): Promise<StoredExport | undefined> {
  return db
    .selectFrom('data_export')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Requests an export, unless one is in progress. @returns whether this call requested it. */
export async function insertExport(
  db: Database,
  { userId, customerIds, locale, now }: { userId: number; customerIds: number[]; locale: string; now: Date },
): Promise<boolean> {
  const added = await db
    .insertInto('data_export')
    .values({
      data_export_id: randomUUID(),
      user_id: userId,
      customer_ids: customerIds,
      locale,
      state: 'waiting',
      requested_at: now,
      run_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('data_export_id')
    .executeTakeFirst()
  return added !== undefined
}

/** Returns an export that the requester can download. */
export function findReadyExport(
  db: Database,
  { userId, exportId, now }: { userId: number; exportId: string; now: Date },
): Promise<StoredExport | undefined> {
  return db
    .selectFrom('data_export')
    .selectAll()
    .where('user_id', '=', userId)
    .where(sql<string>`data_export_id::text`, '=', exportId)
    .where('state', '=', 'ready')
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

const msPerMinute = 60_000
const pauseMinutes = 5

/** The requested exports. One without progress for half an hour is taken over by another worker. */
export const exportQueue: WorkQueue<StoredExport> = {
  table: 'data_export',
  key: ['data_export_id'],
  due: 'run_at',
  waiting: sql`state in ('waiting', 'running')`,
  tries: 'failures',
  maxTries: 3,
  pausesSeconds: [30 * 60],
}

/** Schedules another try of an export that failed. */
export async function retryExport(db: Database, exportId: string, now: Date) {
  await updateExport(db, exportId, { state: 'waiting', run_at: new Date(now.getTime() + pauseMinutes * msPerMinute) })
}

/** Stores the result of an export. */
export async function updateExport(
  db: Database,
  exportId: string,
  change: Partial<Pick<StoredExport, 'state' | 'run_at' | 'file_key' | 'expires_at'>> & { size_bytes?: number },
) {
  await db.updateTable('data_export').set(change).where('data_export_id', '=', exportId).execute()
}

/** Removes the file from one expired export. @returns its key. */
export async function expireExport(db: Database, now: Date): Promise<string | null | undefined> {
  const { rows } = await sql<{ file_key: string | null }>`
    with old as (
      select data_export_id, file_key from data_export
      where state = 'ready' and expires_at <= ${now} order by expires_at limit 1 for update skip locked
    )
    update data_export set state = 'expired', file_key = null
    from old where data_export.data_export_id = old.data_export_id
    returning old.file_key`.execute(db)
  return rows[0]?.file_key
}
