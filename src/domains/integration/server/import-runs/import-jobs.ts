import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { PollingLoop } from '#kit/server/polling-loop.ts'
import { startQueueJob, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import { createQueueWorker, EveryTryInterruptedError, type QueueWorker, workOnNext } from '#kit/server/queue-runner.ts'
import { renewLease } from '#kit/server/work-queue.ts'
import type { Files } from '#outside/files/files.ts'
import type { ImportKind } from '../../rules.ts'
import { importFileByKind } from '../import-file-by-kind.ts'
import { createSpool } from '../spool.ts'
import { claimRuns, failRun, finishRun, importQueue, releaseRun, saveProgress, storeImportReport } from './run-store.ts'

type ImportJobLog = { error(details: object, message: string): void; warn(details: object, message: string): void }
type ImportJobDeps = { db: Database; files: Files; clock: () => Date; log: ImportJobLog }
type ImportRunDeps = ImportJobDeps & {
  /** How many files of curves are imported at the same time. */
  concurrency?: number
  isEnding?: () => boolean
}
type ImportRun = Awaited<ReturnType<typeof claimRuns>>[number]
type ImportCounts = Exclude<Awaited<ReturnType<typeof importFileByKind>>, 'interrupted'>
const pauseSeconds = 60
/** How often the progress of a file is saved. */
const progressSeconds = 2
const renewalSeconds = 20

/** Starts the job that imports files uploaded by operators, several curve files at the same time. */
export function startImportJobs({
  watch,
  ...deps
}: ImportJobDeps & WatchedJobDeps & { concurrency: number }): PollingLoop {
  let isEnding = false
  const { clock, log } = deps
  const worker = createImportWorker({ ...deps, isEnding: () => isEnding })
  const importing = startQueueJob(importQueue, worker, { name: 'take in dropped files', watch, clock, log })
  return {
    async stop() {
      isEnding = true
      await importing.stop()
    },
  }
}

/** Imports the file that has waited longest. @returns whether there was one. */
export function importNextRun(deps: ImportRunDeps): Promise<boolean> {
  return workOnNext(createImportWorker(deps))
}

function createImportWorker(deps: ImportRunDeps): QueueWorker<ImportRun> {
  const { db, clock, concurrency } = deps
  return createQueueWorker({
    ...{ db, clock, queue: importQueue, concurrency },
    claim: (limit) => claimRuns(db, { now: clock(), limit }),
    work: (run) => importUnderLease(deps, run),
    onFailure: (run, error, { isLast }) => recordFailure(deps, { run, error, isLast }),
  })
}

async function importUnderLease(deps: ImportRunDeps, run: ImportRun) {
  const report = createSpool()
  const renewing = renewPeriodically(deps, run)
  try {
    const counts = await importRun(deps, run, report)
    if (counts === 'interrupted') await releaseRun(deps.db, run, deps.clock())
    else await completeRun(deps, run, { counts, report })
  } finally {
    clearInterval(renewing)
    await report.discard()
  }
}

type ImportFailure = { run: ImportRun; error: Error; isLast: boolean }

async function recordFailure({ db, clock, log }: ImportRunDeps, { run, error, isLast }: ImportFailure) {
  const { import_run_id: runId, kind, tries } = run
  const now = clock()
  if (error instanceof EveryTryInterruptedError) {
    // A file that crashes processes is not retried forever.
    await failRun(db, runId, { failure: 'broke_off', retryAt: null, now })
    return log.error({ runId, kind, tries }, 'every try to import a file was interrupted')
  }
  // Database messages may contain personal data.
  const { code = 'unexpected' } = error as { code?: string }
  const retryAt = isLast ? null : new Date(now.getTime() + pauseSeconds * 1_000)
  await failRun(db, runId, { failure: String(code), retryAt, now })
  log.error({ runId, kind, code, tries }, 'file not imported')
}

async function openDroppedFile(files: Files, key: string | null) {
  const content = key === null ? undefined : await files.get(key)
  if (!content) throw Object.assign(new Error('A dropped file is missing'), { code: 'file_missing' })
  return content
}

/** Keeps the lease of a run until the returned timer is cleared. */
function renewPeriodically({ db, clock, log }: ImportRunDeps, run: ImportRun) {
  return setInterval(() => {
    renewLease(db, importQueue, run, clock()).catch(({ message }: Error) =>
      log.warn({ runId: run.import_run_id, error: message }, 'lease not renewed'),
    )
  }, renewalSeconds * 1_000)
}

function importRun(deps: ImportRunDeps, run: ImportRun, report: ReturnType<typeof createSpool>) {
  const { db, files, clock, log, isEnding } = deps
  const { import_run_id: runId, kind, file_name: name, size_bytes, file_key, user_id } = run
  let notedAt = performance.now()
  return importFileByKind(
    kind as ImportKind,
    { name, sizeBytes: size_bytes ?? 0, open: () => openDroppedFile(files, file_key) },
    {
      db,
      files,
      clock,
      log,
      isEnding,
      origin: { channel: 'desk', fileName: name, ...(user_id !== null && { userId: user_id }) },
      write: (text) => report.write(text),
      async onProgress(progress) {
        if (performance.now() - notedAt < progressSeconds * 1_000) return
        notedAt = performance.now()
        await saveProgress(db, runId, progress)
      },
    },
  )
}

async function completeRun(
  { db, files, clock }: ImportRunDeps,
  { import_run_id: runId, kind, user_id, file_key }: ImportRun,
  { counts, report }: { counts: ImportCounts; report: ReturnType<typeof createSpool> },
) {
  const reportKey = counts.refused > 0 ? await storeImportReport(files, report.read()) : null
  await finishRun(db, runId, { ...counts, reportKey }, clock())
  await writeAudit(db, {
    action: 'file_imported',
    actorUserId: user_id ?? undefined,
    subject: `import:${runId}`,
    after: { kind, ...counts },
  })
  if (file_key) await files.remove(file_key)
}
