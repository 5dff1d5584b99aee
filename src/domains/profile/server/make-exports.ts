import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { zipFiles } from '#kit/server/zip.ts'
import type { Files } from '#outside/files/files.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { formatDay } from '#vocabulary/format.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { exportLifetimeDays } from '../rules.ts'
import { type ArchiveSources, generateArchive } from './archive.ts'
import { releaseBlockedData } from './blocked-data.ts'
import { claimExport, expireExport, type StoredExport, updateExport } from './export-store.ts'

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
/** After this time without progress a worker is considered gone; after that many tries the export is given up. */
const abandonedMinutes = 30
const maxTries = 3
const pauseMinutes = 5

/**
 * Starts the jobs that make requested exports and remove expired ones, and blocked data of erasures whose retention has
 * ended. They may run on any number of servers at once.
 */
export function startExportJobs(deps: ExportJobDeps): PollingLoop {
  const jobs = [
    startPollingLoop(() => makeNextExport(deps), { everySeconds: 3, name: 'make copies of own data', log: deps.log }),
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

/** Makes one requested export. @returns whether there was one. */
export async function makeNextExport(deps: ExportJobDeps): Promise<boolean> {
  const { db, clock, log } = deps
  const now = clock()
  const abandonedAt = new Date(now.getTime() + abandonedMinutes * msPerMinute)
  const claimed = await claimExport(db, { now, abandonedAt })
  if (!claimed) return false
  try {
    await makeExport(deps, claimed)
  } catch (error) {
    log.error({ exportId: claimed.data_export_id, error: (error as Error).message }, 'data export failed')
    if (claimed.failures >= maxTries) await markExportFailed(db, claimed, now)
    else
      await updateExport(db, claimed.data_export_id, {
        state: 'waiting',
        run_at: new Date(now.getTime() + pauseMinutes * msPerMinute),
      })
  }
  return true
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
  const { readMe, ...documentSources } = documentSourcesFor(locale)
  const day = formatDay(marketDayOf(startedAt, 'Europe/Madrid'), locale)
  const archive = generateArchive({ db, files, ...documentSources, readMe: readMe(day) }, { userId, customerIds })
  const storedFile = await files.putStream(Readable.from(zipFiles(withHeartbeat(archive), startedAt)))
  const readyAt = clock()
  const expiresAt = new Date(readyAt.getTime() + exportLifetimeDays * msPerDay)
  await db.transaction().execute(async (transaction) => {
    const file = { file_key: storedFile.key, size_bytes: storedFile.sizeBytes, expires_at: expiresAt }
    await updateExport(transaction, data_export_id, { state: 'ready', ...file })
    const day = formatDay(marketDayOf(expiresAt, 'Europe/Madrid'), locale)
    await queueMessage(transaction, { kind: 'profile.exportReady', values: { day }, userId, link: '/profile' }, readyAt)
  })

  // An export with tens of thousands of invoices takes longer than the claim lasts, so the claim is extended.
  async function* withHeartbeat<T>(entries: AsyncIterable<T>): AsyncGenerator<T> {
    let lastBeatAt = startedAt.getTime()
    for await (const entry of entries) {
      const now = clock().getTime()
      if (now - lastBeatAt >= msPerMinute) {
        await updateExport(db, data_export_id, { run_at: new Date(now + abandonedMinutes * msPerMinute) })
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
