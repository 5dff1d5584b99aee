import type { Readable } from 'node:stream'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { ImportRun } from '#db/tables.ts'
import { claimDue, releaseRow, type WorkQueue } from '#kit/server/work-queue.ts'
import type { Files } from '#outside/files/files.ts'
import { concurrentKinds, type ImportKind } from '../../rules.ts'
import type { ImportCounts } from '../import-file-source.ts'

type FinishedImport = ImportCounts & {
  source: 'folder' | 'api' | 'command'
  kind: ImportKind | 'unknown'
  fileName: string
  sizeBytes: number | null
  keyId?: number
  reportKey: string | null
}

/** Records a file or batch that has already been imported. */
export async function addFinishedRun(db: Database, run: FinishedImport, now: Date) {
  const { source, kind, fileName, sizeBytes, keyId = null, reportKey, accepted, refused, kept_hours, kept_days } = run
  const counts = { accepted, refused, kept_hours, kept_days, bytes_read: sizeBytes ?? 0 }
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

/** Stores a report for operators. @returns its key. */
export async function storeImportReport(files: Files, report: Readable): Promise<string> {
  return (await files.putStream(report)).key
}

type DroppedFile = { kind: ImportKind; fileName: string; sizeBytes: number; fileKey: string; userId: number }

/** Records a file uploaded by an operator, for a worker to import. @returns its id. */
export async function addDroppedFile(db: Database, dropped: DroppedFile, now: Date): Promise<number> {
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

/** The uploaded files that wait, or whose lease has expired. A process renews its lease while it imports. */
export const importQueue: WorkQueue<Selectable<ImportRun>> = {
  table: 'import_run',
  key: ['import_run_id'],
  due: 'leased_until',
  isDueWhenNull: true,
  // The next file may depend on the previous one.
  order: 'import_run_id',
  waiting: sql`state in ('waiting', 'running')`,
  tries: 'tries',
  maxTries: 3,
  pausesSeconds: [120],
}

/**
 * Claims the files that have waited longest, or whose lease has expired. A file waits for those before it, which it may
 * depend on, unless both are curves. One that is tried again later holds up no other.
 */
export function claimRuns(
  db: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<Selectable<ImportRun>[]> {
  const set = { state: 'running', bytes_read: 0, accepted: 0, refused: 0 }
  const where = sql<boolean>`not exists (
    select from import_run as earlier
    where earlier.import_run_id < import_run.import_run_id and earlier.state in ('waiting', 'running')
      and (earlier.state = 'running' or earlier.leased_until is null or earlier.leased_until <= ${now})
      and not (earlier.kind = any(${concurrentKinds}) and import_run.kind = any(${concurrentKinds})))`
  return claimDue(db, importQueue, { now, limit, where, set })
}

type RunProgress = { bytesRead: number } & Partial<ImportCounts>

/** Saves the progress of a file. */
export async function saveProgress(db: Database, runId: number, { bytesRead, ...counts }: RunProgress) {
  await updateRun(db, runId)
    .set({ ...counts, bytes_read: bytesRead })
    .execute()
}

/** Saves the result of a file, which is no longer stored. */
export async function finishRun(
  db: Database,
  runId: number,
  result: ImportCounts & { reportKey: string | null },
  now: Date,
) {
  const { reportKey, ...counts } = result
  const rest = { file_key: null, leased_until: null, failure: null, finished_at: now }
  await updateRun(db, runId)
    .set({ state: 'done', ...counts, report_key: reportKey, bytes_read: sql`size_bytes`, ...rest })
    .execute()
}

/** Releases a file for the next worker without counting a failed attempt. */
export async function releaseRun(db: Database, run: Selectable<ImportRun>, now: Date) {
  const set = { state: 'waiting', leased_until: null, bytes_read: 0 }
  await releaseRow(db, importQueue, { row: run, now, set })
}

/** Schedules a file for another attempt, or fails it, with the kind of error. */
export async function failRun(
  db: Database,
  runId: number,
  { failure, retryAt, now }: { failure: string; retryAt: Date | null; now: Date },
) {
  await updateRun(db, runId)
    .set({
      state: retryAt ? 'waiting' : 'failed',
      failure,
      leased_until: retryAt,
      finished_at: retryAt ? null : now,
    })
    .execute()
}

/** Queues a failed file again. @returns whether it had failed. */
export async function retryRun(db: Database, runId: number): Promise<boolean> {
  const { numUpdatedRows } = await updateRun(db, runId)
    .where('state', '=', 'failed')
    .where('file_key', 'is not', null)
    .set({ state: 'waiting', leased_until: null, tries: 0, failure: null, finished_at: null })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function updateRun(db: Database, runId: number) {
  return db.updateTable('import_run').where('import_run_id', '=', runId)
}
