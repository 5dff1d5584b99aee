// `npm run bench -- notices 100000 [curves]`: a price revision of so many contracts, each with a year of hours if said. Needs a PostgreSQL
// in DATABASE_URL, where it makes a database `llum_bench_notices` of its own; 100,000 contracts take some 4 GB, most of it drawn
// notices in a temporary folder.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { startRevision } from '#domains/revisions/server/revision-store.ts'
import { addMonths } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { MeasuredDatabase } from '../measured-database.ts'
import { type Backends, measureBackends } from './measure-backends.ts'
import { createNoticeRetailer, type NoticeCounts } from './notice-retailer.ts'
import { startMailSink } from './start-mail-sink.ts'
import { startWorker, type Worker } from './start-worker.ts'

const secondsBetweenLooks = 5

/**
 * Starts a revision of the prices of all contracts and lets workers of the product send its notices to a mail server on
 * this machine, until none is under way. One of them is killed on the way. Prints the time, the counts, what a notice takes
 * of the processors without the start of the workers, and the memory.
 */
export async function measureNotices(serverUrl: string, { contracts, hasCurves }: NoticeCounts) {
  const folder = await mkdtemp(join(tmpdir(), 'llum-bench-notices-'))
  const database = await createNoticeRetailer(serverUrl, { contracts, hasCurves })
  const sink = await startMailSink()
  const environment = { DATABASE_URL: database.url, DATA_DIR: folder, MAIL_URL: sink.url }
  const backends = measureBackends(database)
  const first = startWorker(environment)
  await first.whenIdle()
  const start = { cpuSeconds: first.cpuSeconds(), statements: first.statements() }
  await backends.look()
  const backendSecondsBefore = backends.cpuSeconds()
  const started = await startNotices(database)
  console.log(`${started.notices} notices, to be sent by ${started.notifyBy}`)
  const startedAt = performance.now()
  const peaks = [await waitUntilSent(database, { worker: first, backends, share: 0.5, contracts })]
  await first.kill()
  const second = startWorker(environment)
  peaks.push(await waitUntilSent(database, { worker: second, backends, share: 1, contracts }))
  const seconds = (performance.now() - startedAt) / 1_000
  await second.kill()
  const total = (of: 'cpuSeconds' | 'statements') => first[of]() + second[of]() - 2 * start[of]
  console.table(await countOutcome(database))
  console.log({
    seconds: Math.round(seconds),
    'notices a second': round(contracts / seconds),
    'statements of the workers per notice': round(total('statements') / contracts),
    'CPU ms of the workers per notice': round((total('cpuSeconds') * 1_000) / contracts),
    'CPU ms of PostgreSQL per notice': round(((backends.cpuSeconds() - backendSecondsBefore) * 1_000) / contracts),
    'peak memory MB, of each worker': peaks.map((bytes) => Math.round(bytes / 1e6)),
    'mails received': sink.received(),
    'contracts told': sink.receivers(),
    'mails received twice': sink.received() - sink.receivers(),
  })
  sink.close()
  await database.close()
  await rm(folder, { recursive: true })
}

async function startNotices({ db }: MeasuredDatabase) {
  const now = new Date()
  const appliesOn = addMonths(marketDayOf(now, 'Europe/Madrid'), 2)
  const started = await db.transaction().execute(async (trx) => {
    const { product_id: productId } = await trx.selectFrom('product').select('product_id').executeTakeFirstOrThrow()
    const change = { kind: 'prices', productId, tariff: '2.0TD', appliesOn, userId: 1, now } as const
    return startRevision(trx, { ...change, explanation: { es: 'Sube el precio del mercado.' } })
  })
  if (typeof started === 'string') throw new Error(`The revision did not start: ${started}.`)
  return started
}

type Sending = { worker: Worker; backends: Backends; share: number; contracts: number }

/** Waits until a share of the notices has been sent, or all have ended. @returns the peak memory of the worker. */
async function waitUntilSent(
  { db }: MeasuredDatabase,
  { worker, backends, share, contracts }: Sending,
): Promise<number> {
  for (;;) {
    await pause(secondsBetweenLooks * 1_000)
    worker.requireAlive()
    await backends.look()
    const rows = await db
      .selectFrom('revision_notice')
      .groupBy('state')
      .select(['state', (row) => row.fn.countAll<number>().as('count')])
      .execute()
    const count = (...states: string[]) =>
      rows.reduce((sum, { state, count }) => sum + (states.includes(state) ? Number(count) : 0), 0)
    const [ended, prepared] = [count('delivered', 'to_post'), count('mailed')]
    console.log({ ended, prepared, waiting: count('waiting'), memoryMb: Math.round(worker.peakBytes() / 1e6) })
    if (ended >= share * contracts) return worker.peakBytes()
  }
}

function countOutcome({ db }: MeasuredDatabase) {
  return db
    .selectFrom('revision_notice')
    .groupBy(['state', sql`year ->> 'basis'`])
    .select(['state', sql<string | null>`year ->> 'basis'`.as('basis'), sql<number>`count(*)::integer`.as('notices')])
    .execute()
}

function round(value: number): number {
  return Number(value.toPrecision(3))
}
