import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import type { Files } from '#outside/files/files.ts'
import type { ImportKind } from '../../rules.ts'
import { importFileByKind } from '../import-file-by-kind.ts'
import { createSpool } from '../spool.ts'
import { claimRun, failRun, finishRun, releaseRun, renewRun, saveProgress, storeImportReport } from './run-store.ts'

type ImportJobLog = { error(details: object, message: string): void; warn(details: object, message: string): void }
type ImportJobDeps = { db: Database; files: Files; clock: () => Date; log: ImportJobLog }
type ImportRunDeps = ImportJobDeps & { isEnding?: () => boolean }
type ImportRun = NonNullable<Awaited<ReturnType<typeof claimRun>>>
type ImportCounts = Exclude<Awaited<ReturnType<typeof importFileByKind>>, 'interrupted'>
const maxTries = 3
const pauseSeconds = 60
/** How often the progress of a file is saved. */
const progressSeconds = 2
const renewalSeconds = 20

/** Starts the job that imports files uploaded by operators. */
export function startImportJobs(deps: ImportJobDeps): PollingLoop {
  let isEnding = false
  const { log } = deps
  const importLoop = startPollingLoop(() => importNextRun({ ...deps, isEnding: () => isEnding }), {
    everySeconds: 2,
    name: 'take in dropped files',
    log,
  })
  return {
    async stop() {
      isEnding = true
      await importLoop.stop()
    },
  }
}

/** Imports the file that has waited longest. @returns whether there was one. */
export async function importNextRun(deps: ImportRunDeps): Promise<boolean> {
  const { db, clock, log } = deps
  const run = await claimRun(db, clock())
  if (!run) return false
  const { import_run_id: runId, kind } = run
  if (run.tries > maxTries) {
    // A file that crashes processes is not retried forever.
    await failRun(db, runId, { failure: 'broke_off', retryAt: null, now: clock() })
    log.error({ runId, kind, tries: run.tries }, 'every try to import a file was interrupted')
    return true
  }
  const report = createSpool()
  const renewing = renewPeriodically(deps, run)
  try {
    const counts = await importRun(deps, run, report)
    if (counts === 'interrupted') await releaseRun(db, runId)
    else await completeRun(deps, run, { counts, report })
    return counts !== 'interrupted'
  } catch (error) {
    // Database messages may contain personal data.
    const { code = 'unexpected' } = error as { code?: string }
    const retryAt = run.tries < maxTries ? new Date(clock().getTime() + pauseSeconds * 1_000) : null
    await failRun(db, runId, { failure: String(code), retryAt, now: clock() })
    log.error({ runId, kind, code, tries: run.tries }, 'file not imported')
    return true
  } finally {
    clearInterval(renewing)
    await report.discard()
  }
}

async function openDroppedFile(files: Files, key: string | null) {
  const content = key === null ? undefined : await files.get(key)
  if (!content) throw Object.assign(new Error('A dropped file is missing'), { code: 'file_missing' })
  return content
}

/** Keeps the lease of a run until the returned timer is cleared. */
function renewPeriodically({ db, clock, log }: ImportRunDeps, { import_run_id: runId, tries }: ImportRun) {
  return setInterval(() => {
    renewRun(db, { runId, tries }, clock()).catch(({ message }: Error) =>
      log.warn({ runId, error: message }, 'lease not renewed'),
    )
  }, renewalSeconds * 1_000)
}

function importRun(deps: ImportRunDeps, run: ImportRun, report: ReturnType<typeof createSpool>) {
  const { db, files, clock, log, isEnding } = deps
  const { import_run_id: runId, kind, file_name: name, size_bytes, file_key } = run
  let notedAt = performance.now()
  return importFileByKind(
    kind as ImportKind,
    { name, sizeBytes: Number(size_bytes), open: () => openDroppedFile(files, file_key) },
    {
      db,
      files,
      clock,
      log,
      isEnding,
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
