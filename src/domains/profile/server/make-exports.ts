import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { type Locale, parseLocale } from '#kit/locale.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import { zipped } from '#kit/server/zip.ts'
import type { Files } from '#outside/files/files.ts'
import { formatDay } from '#vocabulary/format.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { exportKeptDays } from '../rules.ts'
import { type ArchiveSources, archiveOf } from './archive.ts'
import { releaseBlocked } from './blocked-data.ts'
import { expireExport, type KeptExport, setExport, takeExport } from './export-store.ts'

type Log = { error(details: object, message: string): void }

export type ExportNeeds = {
  db: Kysely<DB>
  files: Files
  clock: () => Date
  /** How documents are drawn in a language, and what the archive holds. */
  papersIn: (locale: Locale) => Pick<ArchiveSources, 'contractPdf' | 'invoicePdf'> & { readMe: (day: string) => string }
  log: Log
}

const msPerMinute = 60_000
const msPerDay = 1440 * msPerMinute
/** After so long whoever made a copy is taken for gone; after so many tries it is given up. */
const abandonedMinutes = 30
const mostTries = 3
const pauseMinutes = 5

/** Makes the copies that wait, and takes them, and what is blocked of who was erased, away when their days are over. Any number of servers may do it at once. */
export function startExportJobs(needs: ExportNeeds): Repeated {
  const jobs = [
    repeat(() => makeNextExport(needs), { everySeconds: 3, name: 'make copies of own data', log: needs.log }),
    repeat(() => releaseBlocked(needs), { everySeconds: 3_600, name: 'remove blocked data', log: needs.log }),
    repeat(() => removeOldExport(needs), { everySeconds: 600, name: 'remove copies of own data', log: needs.log }),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/** Makes one copy that waits. @returns whether there was one. */
export async function makeNextExport(needs: ExportNeeds): Promise<boolean> {
  const { db, clock, log } = needs
  const now = clock()
  const abandonedAt = new Date(now.getTime() + abandonedMinutes * msPerMinute)
  const taken = await takeExport(db, { now, abandonedAt })
  if (!taken) return false
  try {
    await make(needs, taken)
  } catch (error) {
    log.error({ exportId: taken.data_export_id, error: (error as Error).message }, 'a copy of own data failed')
    if (taken.failures >= mostTries) await giveUp(db, taken, now)
    else
      await setExport(db, taken.data_export_id, {
        state: 'waiting',
        run_at: new Date(now.getTime() + pauseMinutes * msPerMinute),
      })
  }
  return true
}

function giveUp(db: Kysely<DB>, { data_export_id, user_id: userId }: KeptExport, now: Date) {
  return db.transaction().execute(async (transaction) => {
    await setExport(transaction, data_export_id, { state: 'failed' })
    await queueMessage(transaction, { kind: 'profile.exportFailed', values: {}, userId, link: '/profile' }, now)
  })
}

async function make({ db, files, clock, papersIn }: ExportNeeds, taken: KeptExport) {
  const { data_export_id, user_id: userId, customer_ids: customerIds } = taken
  const locale = parseLocale(taken.locale) ?? 'es'
  const begunAt = clock()
  const { readMe, ...papers } = papersIn(locale)
  const day = formatDay(marketDayOf(begunAt, 'Europe/Madrid'), locale)
  const archive = archiveOf({ db, files, ...papers, readMe: readMe(day) }, { userId, customerIds })
  const kept = await files.keep(Readable.from(zipped(heldOn(archive), begunAt)))
  const readyAt = clock()
  const expiresAt = new Date(readyAt.getTime() + exportKeptDays * msPerDay)
  await db.transaction().execute(async (transaction) => {
    const file = { file_key: kept.key, size_bytes: kept.sizeBytes, expires_at: expiresAt }
    await setExport(transaction, data_export_id, { state: 'ready', ...file })
    const day = formatDay(marketDayOf(expiresAt, 'Europe/Madrid'), locale)
    await queueMessage(transaction, { kind: 'profile.exportReady', values: { day }, userId, link: '/profile' }, readyAt)
  })

  // A copy with tens of thousands of invoices takes longer than whoever is still at it may be silent.
  async function* heldOn<T>(entries: AsyncIterable<T>): AsyncGenerator<T> {
    let saidAt = begunAt.getTime()
    for await (const entry of entries) {
      const now = clock().getTime()
      if (now - saidAt >= msPerMinute) {
        await setExport(db, data_export_id, { run_at: new Date(now + abandonedMinutes * msPerMinute) })
        saidAt = now
      }
      yield entry
    }
  }
}

/** Takes away one copy whose days are over. @returns whether there was one. */
export async function removeOldExport({
  db,
  files,
  clock,
}: Pick<ExportNeeds, 'db' | 'files' | 'clock'>): Promise<boolean> {
  const key = await expireExport(db, clock())
  if (key) await files.remove(key)
  return key !== undefined
}
