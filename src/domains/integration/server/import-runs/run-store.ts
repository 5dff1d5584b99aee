import type { Readable } from 'node:stream'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { ImportRun } from '#db/tables.ts'
import type { Files } from '#outside/files/files.ts'
import type { ImportKind } from '../../rules.ts'
import type { Counts } from '../take-whole.ts'

type Ended = Counts & {
  source: 'folder' | 'api' | 'command'
  kind: ImportKind | 'unknown'
  fileName: string
  sizeBytes: number | null
  keyId?: number
  reportKey: string | null
}

/** Notes a file or a batch that was taken in already. */
export async function addRun(db: Database, run: Ended, now: Date) {
  const { source, kind, fileName, sizeBytes, keyId = null, reportKey, accepted, refused } = run
  const counts = { accepted, refused, bytes_read: sizeBytes ?? 0 }
  await db
    .insertInto('import_run')
    .values({
      ...counts,
      source,
      kind,
      file_name: fileName,
      size_bytes: sizeBytes,
      integration_key_id: keyId,
      report_key: reportKey,
      state: 'done',
      created_at: now,
      finished_at: now,
    })
    .execute()
}

/** Keeps a report, to be read by an operator. @returns its key. */
export async function keepReport(files: Files, report: Readable): Promise<string> {
  return (await files.keep(report)).key
}

type Dropped = { kind: ImportKind; fileName: string; sizeBytes: number; fileKey: string; userId: number }

/** Notes a file that an operator dropped, for a worker to take in. @returns its number. */
export async function addDropped(db: Database, dropped: Dropped, now: Date): Promise<number> {
  const { kind, fileName, sizeBytes, fileKey, userId } = dropped
  const { import_run_id } = await db
    .insertInto('import_run')
    .values({
      source: 'desk',
      kind,
      file_name: fileName,
      size_bytes: sizeBytes,
      file_key: fileKey,
      user_id: userId,
      state: 'waiting',
      created_at: now,
    })
    .returning('import_run_id')
    .executeTakeFirstOrThrow()
  return import_run_id
}

/** For how long a program has a file to itself, unless it says again that it works on it. */
const leaseMinutes = 2

/** Takes the file that waits longest, or whose program has died. */
export async function claimRun(db: Database, now: Date): Promise<Selectable<ImportRun> | undefined> {
  return db
    .updateTable('import_run')
    .set({
      ...{ state: 'running', bytes_read: 0, accepted: 0, refused: 0 },
      ...{ tries: sql<number>`tries + 1`, leased_until: leaseEnd(now) },
    })
    .where('import_run_id', 'in', (runs) =>
      runs
        .selectFrom('import_run')
        .select('import_run_id')
        .where((where) =>
          where.or([
            where('state', '=', 'waiting'),
            where.and([where('state', '=', 'running'), where('leased_until', '<=', now)]),
          ]),
        )
        .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<=', now)]))
        .orderBy('import_run_id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMinutes * 60_000)
}

type Progress = { bytesRead: number } & Partial<Counts>

/** Notes how far a file is. */
export async function noteProgress(db: Database, runId: number, { bytesRead, ...counts }: Progress) {
  await ofRun(db, runId)
    .set({ ...counts, bytes_read: bytesRead })
    .execute()
}

/** Says that somebody still works on a file, whether or not it goes on meanwhile. */
export async function renewRun(db: Database, { runId, tries }: { runId: number; tries: number }, now: Date) {
  const ours = ofRun(db, runId).where('state', '=', 'running').where('tries', '=', tries)
  await ours.set({ leased_until: leaseEnd(now) }).execute()
}

/** Notes what became of a file, which is not kept any longer. */
export async function finishRun(db: Database, runId: number, ended: Counts & { reportKey: string | null }, now: Date) {
  const { accepted, refused, reportKey } = ended
  const rest = { file_key: null, leased_until: null, failure: null, finished_at: now }
  await ofRun(db, runId)
    .set({ state: 'done', accepted, refused, report_key: reportKey, bytes_read: sql`size_bytes`, ...rest })
    .execute()
}

/** Leaves a file to whoever looks next; it was not its fault. */
export async function leaveRun(db: Database, runId: number) {
  await ofRun(db, runId)
    .set({ state: 'waiting', leased_until: null, tries: sql<number>`tries - 1`, bytes_read: 0 })
    .execute()
}

/** Lets a file wait until it is tried again, or gives it up, saying what kind of error it met. */
export async function failRun(
  db: Database,
  runId: number,
  { failure, againAt, now }: { failure: string; againAt: Date | null; now: Date },
) {
  await ofRun(db, runId)
    .set({
      state: againAt ? 'waiting' : 'failed',
      failure,
      leased_until: againAt,
      finished_at: againAt ? null : now,
    })
    .execute()
}

/** Lets a file that was given up wait again. @returns whether it was. */
export async function retryRun(db: Database, runId: number): Promise<boolean> {
  const { numUpdatedRows } = await ofRun(db, runId)
    .where('state', '=', 'failed')
    .where('file_key', 'is not', null)
    .set({ state: 'waiting', leased_until: null, tries: 0, failure: null, finished_at: null })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function ofRun(db: Database, runId: number) {
  return db.updateTable('import_run').where('import_run_id', '=', runId)
}
