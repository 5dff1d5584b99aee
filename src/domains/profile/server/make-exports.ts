import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { drawInFormat } from '#domains/customers/server/draw-in-format.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { startQueueJob, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import { createQueueWorker, type QueueWorker, workOnNext } from '#kit/server/queue-runner.ts'
import { claimDue, renewLease } from '#kit/server/work-queue.ts'
import { zipFiles } from '#kit/server/zip.ts'
import type { Files } from '#outside/files/files.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { formatDay } from '#vocabulary/format.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { exportLifetimeDays } from '../rules.ts'
import { type ArchiveSources, generateArchive } from './archive.ts'
import { releaseBlockedData } from './blocked-data.ts'
import { endExportDuty } from './data-duties.ts'
import { expireExport, exportQueue, retryExport, type StoredExport, updateExport } from './export-store.ts'

type Log = { error(details: object, message: string): void }

export type ExportJobDeps = {
  db: Kysely<DB>
  files: Files
  clock: () => Date
  /** Returns the renderers of documents in a language, and the description of the archive. */
  documentSourcesFor: (
    locale: Locale,
  ) => Pick<ArchiveSources, 'contractPdf' | 'invoicePdf'> & { readMe: (day: string) => string }
  log: Log
}

const msPerMinute = 60_000

/**
 * Starts the jobs that make requested exports and remove expired ones, and blocked data of erasures whose retention has
 * ended. They may run on any number of servers at once.
 */
export function startExportJobs({ watch, ...deps }: ExportJobDeps & WatchedJobDeps): PollingLoop {
  const { clock, log } = deps
  const jobs = [
    startQueueJob(exportQueue, createExportWorker(deps), { name: 'make copies of own data', watch, clock, log }),
    startPollingLoop(() => releaseBlockedData(deps), {
      everySeconds: 3_600,
      name: 'remove blocked data',
      log: deps.log,
    }),
    startPollingLoop(() => removeOldExport(deps), {
      everySeconds: 600,
      name: 'remove copies of own data',
      log: deps.log,
    }),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/** Creates the worker that makes requested exports. */
function createExportWorker(deps: ExportJobDeps): QueueWorker<StoredExport> {
  const { db, clock, log } = deps
  return createQueueWorker({
    ...{ db, clock, queue: exportQueue },
    claim: () => claimDue(db, exportQueue, { now: clock(), limit: 1, set: { state: 'running' } }),
    work: (claimed) => makeExport(deps, claimed),
    async onFailure(claimed, error, { isLast }) {
      log.error({ exportId: claimed.data_export_id, error: error.message }, 'data export failed')
      if (isLast) await markExportFailed(db, claimed, clock())
      else await retryExport(db, claimed.data_export_id, clock())
    },
  })
}

/** Makes one requested export. @returns whether there was one. */
export function makeNextExport(deps: ExportJobDeps): Promise<boolean> {
  return workOnNext(createExportWorker(deps))
}

function markExportFailed(db: Kysely<DB>, { data_export_id, user_id: userId }: StoredExport, now: Date) {
  return db.transaction().execute(async (transaction) => {
    await updateExport(transaction, data_export_id, { state: 'failed' })
    await queueMessage(transaction, { kind: 'profile.exportFailed', values: {}, userId, link: '/profile' }, now)
  })
}

async function makeExport({ db, files, clock, documentSourcesFor }: ExportJobDeps, claimed: StoredExport) {
  const { data_export_id, user_id: userId, customer_ids: customerIds } = claimed
  const locale = parseLocale(claimed.locale) ?? 'es'
  const startedAt = clock()
  const { readMe, contractPdf, invoicePdf } = documentSourcesFor(locale)
  const documentSources: Pick<ArchiveSources, 'contractPdf' | 'invoicePdf'> = {
    contractPdf: (reference) => drawInFormat(db, { userId }, () => contractPdf(reference)),
    invoicePdf: (reference) => drawInFormat(db, { userId }, () => invoicePdf(reference)),
  }
  const day = formatDay(marketDayOf(startedAt, 'Europe/Madrid'), locale)
  const archive = generateArchive({ db, files, ...documentSources, readMe: readMe(day) }, { userId, customerIds })
  const storedFile = await files.putStream(Readable.from(zipFiles(withHeartbeat(archive), startedAt)))
  const readyAt = clock()
  const expiresAt = new Date(readyAt.getTime() + exportLifetimeDays * msPerDay)
  await db.transaction().execute(async (transaction) => {
    const file = { file_key: storedFile.key, size_bytes: storedFile.sizeBytes, expires_at: expiresAt }
    await updateExport(transaction, data_export_id, { state: 'ready', ...file })
    await endExportDuty(transaction, userId, 'done', readyAt)
    const day = formatDay(marketDayOf(expiresAt, 'Europe/Madrid'), locale)
    await queueMessage(transaction, { kind: 'profile.exportReady', values: { day }, userId, link: '/profile' }, readyAt)
  })

  // An export with tens of thousands of invoices takes longer than the claim lasts, so the claim is extended.
  async function* withHeartbeat<T>(entries: AsyncIterable<T>): AsyncGenerator<T> {
    let lastBeatAt = startedAt.getTime()
    for await (const entry of entries) {
      const now = clock().getTime()
      if (now - lastBeatAt >= msPerMinute) {
        await renewLease(db, exportQueue, claimed, clock())
        lastBeatAt = now
      }
      yield entry
    }
  }
}

/** Removes one expired export. @returns whether there was one. */
export async function removeOldExport({
  db,
  files,
  clock,
}: Pick<ExportJobDeps, 'db' | 'files' | 'clock'>): Promise<boolean> {
  const key = await expireExport(db, clock())
  if (key) await files.remove(key)
  return key !== undefined
}
