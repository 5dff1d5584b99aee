import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { createKysely } from './database.ts'
import { type DatabaseWatch, startDatabaseWatch } from './database-watch.ts'
import { listRunningJobs } from './polling-loop.ts'
import { startQueueJob } from './queue-job.ts'
import { createBatchWorker, createQueueRunner, createQueueWorker, workOnDue, workOnNext } from './queue-runner.ts'
import { inRequestTransaction } from './request-transaction.ts'
import {
  claimDue,
  countTries,
  doublingPauses,
  nextDueQuery,
  releaseRow,
  renewLease,
  updateRow,
  type WorkQueue,
} from './work-queue.ts'

type Parcel = { shop: string; parcel: number; send_at: Date; sent_at: Date | null; lost_at: Date | null; tries: number }
type Tables = { parcel: Parcel }

const locked: WorkQueue<Parcel> = {
  table: 'parcel',
  key: ['shop', 'parcel'],
  due: 'send_at',
  waiting: sql`sent_at is null and lost_at is null`,
  tries: 'tries',
  maxTries: 3,
  pausesSeconds: [10, 20, 40],
}
const distributed: WorkQueue<Parcel> = { ...locked, isDistributed: true }

const start = new Date('2026-11-20T10:00:00Z')
const log = { error() {}, warn() {} }
let database: TestDatabase
let pool: pg.Pool
let db: Kysely<Tables>
let now: Date
const clock = () => now
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

beforeAll(async () => {
  database = await openTestDatabase()
  pool = database.pool
  db = createKysely<Tables>(pool)
  await sql`create table parcel (shop text, parcel integer, send_at timestamptz not null, sent_at timestamptz,
    lost_at timestamptz, tries integer not null default 0, primary key (shop, parcel))`.execute(db)
})
afterAll(() => database.close())
beforeEach(async () => {
  now = start
  await db.deleteFrom('parcel').execute()
})

async function put(count: number, sendAt = start, on: Kysely<Tables> = db) {
  for (let parcel = 1; parcel <= count; parcel++)
    await on
      .insertInto('parcel')
      .values({ shop: 'a', parcel, send_at: sendAt, sent_at: null, lost_at: null, tries: 0 })
      .execute()
}
const rows = () => db.selectFrom('parcel').selectAll().orderBy('parcel').execute()
const claim = (queue: WorkQueue<Parcel>, limit = 1) => claimDue(db, queue, { now, limit })
const nextDue = async (queue: WorkQueue<Parcel>) =>
  (await sql<{ min: Date | null }>`${nextDueQuery(queue)}`.execute(db)).rows[0]!.min
const send = (row: Parcel) => updateRow(db, locked, { row, set: { sent_at: now } })

describe.each([
  ['a table of one node', locked],
  ['a distributed table', distributed],
])('a queue over %s', (_, queue) => {
  test('gives no row to two workers', async () => {
    await put(20)
    const claimed = (await Promise.all(Array.from({ length: 8 }, () => claim(queue, 5)))).flat()
    const numbers = claimed.map(({ parcel }) => parcel)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.length).toBeGreaterThan(0)
  })

  test('gives the row of a crashed worker to the next one when its lease has expired', async () => {
    await put(1)
    expect(await claim(queue)).toMatchObject([{ parcel: 1, tries: 1, send_at: later(10) }])
    now = later(9)
    expect(await claim(queue)).toEqual([])
    now = later(1)
    expect(await claim(queue)).toMatchObject([{ parcel: 1, tries: 2, send_at: later(20) }])
  })

  test.each([
    [1, 10],
    [2, 20],
    [3, 40],
    [7, 40],
  ])('waits after try %i for %i seconds', async (tries, seconds) => {
    await put(1)
    await db
      .updateTable('parcel')
      .set({ tries: tries - 1 })
      .execute()
    expect(await claim(queue)).toMatchObject([{ tries, send_at: later(seconds) }])
    expect(await nextDue(queue)).toEqual(later(seconds))
  })

  test('gives the rows that are due first, and none that is due later or done', async () => {
    await put(4)
    for (const [parcel, change] of [
      [1, { send_at: later(1) }],
      [2, { send_at: later(-5) }],
      [3, { send_at: later(-10) }],
      [4, { sent_at: now }],
    ] as const)
      await db.updateTable('parcel').set(change).where('parcel', '=', parcel).execute()
    expect(await nextDue(queue)).toEqual(later(-10))
    expect(await claim(queue)).toMatchObject([{ parcel: 3 }])
    expect(await claim(queue)).toMatchObject([{ parcel: 2 }])
    expect(await claim(queue)).toEqual([])
  })

  test('extends the lease of its worker only', async () => {
    await put(1)
    const [first] = await claim(queue)
    now = later(10)
    const [second] = await claim(queue)
    await renewLease(db, queue, first!, later(100))
    expect(await rows()).toMatchObject([{ send_at: later(20) }])
    await renewLease(db, queue, second!, later(5))
    expect(await rows()).toMatchObject([{ send_at: later(45) }])
  })

  test('takes back a row as if it had not been tried', async () => {
    await put(1)
    const [row] = await claim(queue)
    await releaseRow(db, queue, { row: row!, now })
    expect(await rows()).toMatchObject([{ tries: 0, send_at: now }])
  })
})

test('rows without a due time are due first where the queue says so, unless it has another order', async () => {
  await put(2)
  await sql`alter table parcel alter column send_at drop not null`.execute(db)
  await sql`update parcel set send_at = null where parcel = 2`.execute(db)
  const queue = { ...locked, isDueWhenNull: true }
  expect((await nextDue(queue))!.getTime()).toBe(0)
  expect(await claim({ ...queue, order: 'parcel' })).toMatchObject([{ parcel: 1 }])
  now = later(10)
  expect(await claim(queue)).toMatchObject([{ parcel: 2 }])
  expect(await claim(queue)).toMatchObject([{ parcel: 1 }])
})

test.each([
  [10, 10, [10]],
  [10, 40, [10, 20, 40]],
  [5, 30, [5, 10, 20, 30]],
])('pauses double from %i to %i', (first, longest, pauses) => {
  expect(doublingPauses(first, longest)).toEqual(pauses)
})

describe('a worker', () => {
  const workerOf = (work: (row: Parcel) => Promise<void>, failures: [number, string, boolean][] = []) =>
    createQueueWorker({
      ...{ db, clock, queue: locked, work, concurrency: 3 },
      onFailure: async (row, error, { isLast }) => {
        failures.push([countTries(locked, row), error.message, isLast])
        if (isLast) await updateRow(db, locked, { row, set: { lost_at: now } })
      },
    })

  test('works on every row that is due, a few at a time', async () => {
    await put(10)
    let underWay = 0
    let most = 0
    const worker = workerOf(async (row) => {
      most = Math.max(most, ++underWay)
      await send(row)
      underWay--
    })
    expect(await workOnDue(worker)).toBe(true)
    expect((await rows()).every(({ sent_at }) => sent_at)).toBe(true)
    expect(most).toBe(3)
    expect(await workOnDue(worker)).toBe(false)
    expect(await workOnNext(worker)).toBe(false)
  })

  test('gives a row up after its last try, and also if each try was interrupted', async () => {
    await put(1)
    const failures: [number, string, boolean][] = []
    const failing = workerOf(() => Promise.reject(new Error('no van')), failures)
    for (let round = 0; round < 5; round++) {
      await workOnDue(failing)
      now = later(100)
    }
    expect(failures).toEqual([
      [1, 'no van', false],
      [2, 'no van', false],
      [3, 'no van', true],
    ])
    await db.updateTable('parcel').set({ lost_at: null }).execute()
    await workOnDue(workerOf(send, failures))
    expect(failures.at(-1)).toEqual([4, 'every try was interrupted', true])
    expect(await rows()).toMatchObject([{ sent_at: null, lost_at: now }])
  })

  test('finishes what is in progress when it is closed, and claims no more', async () => {
    await put(6)
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const runner = createQueueRunner(
      workerOf(async (row) => {
        await gate
        await send(row)
      }),
      () => {},
    )
    runner.wake()
    await expect.poll(async () => (await rows()).filter(({ tries }) => tries === 1).length).toBe(3)
    runner.close()
    open()
    await runner.whenIdle()
    expect((await rows()).filter(({ sent_at }) => sent_at)).toHaveLength(3)
    expect((await rows()).filter(({ tries }) => tries > 0)).toHaveLength(3)
  })

  test('reports a claim that fails and goes on with the next one', async () => {
    await put(1)
    let claims = 0
    const outcomes: string[] = []
    const runner = createQueueRunner<Parcel>(
      {
        concurrency: 1,
        work: send,
        claim: (limit) => (++claims === 1 ? Promise.reject(new Error('gone')) : claim(locked, limit)),
      },
      ({ outcome }) => outcomes.push(outcome),
    )
    runner.wake()
    await runner.whenIdle()
    runner.wake()
    await runner.whenIdle()
    expect(outcomes).toEqual(['failed', 'worked', 'idle'])
  })
})

describe('a worker on batches', () => {
  type Work = (rows: readonly Parcel[]) => Promise<{ row: Parcel; error: Error }[]>
  let batches: number[][]
  let failures: [number, string, boolean][]
  beforeEach(() => {
    batches = []
    failures = []
  })
  const workerOf = (work: Work, batchSize = 4) =>
    createBatchWorker({
      ...{ db, clock, queue: distributed, batchSize },
      async workOn(rows) {
        batches.push(rows.map(({ parcel }) => parcel))
        return work(rows)
      },
      onFailure: async (row, error, { isLast }) => {
        failures.push([row.parcel, error.message, isLast])
        if (isLast) await updateRow(db, distributed, { row, set: { lost_at: now } })
      },
    })
  const sendAll: Work = async (rows) => {
    for (const row of rows) await send(row)
    return []
  }

  test('claims as many rows at a time', async () => {
    await put(10)
    expect(await workOnDue(workerOf(sendAll))).toBe(true)
    expect(batches.map(({ length }) => length)).toEqual([4, 4, 2])
    expect((await rows()).every(({ sent_at, tries }) => sent_at && tries === 1)).toBe(true)
    expect(await workOnDue(workerOf(sendAll))).toBe(false)
  })

  test('tries a row that failed again by itself, at last gives it up, and sends the others at once', async () => {
    await put(4)
    const worker = workerOf(async (batch) => {
      await sendAll(batch.filter(({ parcel }) => parcel !== 3))
      return batch.filter(({ parcel }) => parcel === 3).map((row) => ({ row, error: new Error('no van') }))
    })
    await workOnDue(worker)
    expect((await rows()).filter(({ sent_at }) => sent_at)).toHaveLength(3)
    for (let round = 0; round < 3; round++) {
      now = later(100)
      await workOnDue(worker)
    }
    expect(batches).toEqual([[1, 2, 3, 4], [3], [3]])
    expect(failures).toEqual([
      [3, 'no van', false],
      [3, 'no van', false],
      [3, 'no van', true],
    ])
    expect((await rows())[2]).toMatchObject({ sent_at: null, lost_at: expect.any(Date) })
  })

  test('works on the rows of a batch that fails as a whole one by one', async () => {
    await put(3)
    await workOnDue(
      workerOf(async (batch) => {
        if (batch.some(({ parcel }) => parcel === 2)) throw new Error('torn')
        return sendAll(batch)
      }),
    )
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]])
    expect(failures).toEqual([[2, 'torn', false]])
    expect((await rows()).map(({ sent_at }) => sent_at !== null)).toEqual([true, false, true])
  })

  test('works on the rows of a crashed one one by one, and beside them on those that are new', async () => {
    await put(2)
    await claimDue(db, distributed, { now, limit: 2 })
    now = later(10)
    await db
      .insertInto('parcel')
      .values([3, 4].map((parcel) => ({ shop: 'b', parcel, send_at: now, sent_at: null, lost_at: null, tries: 0 })))
      .execute()
    await workOnDue(workerOf(sendAll))
    expect(batches.toSorted((one, other) => one[0]! - other[0]!)).toEqual([[1], [2], [3, 4]])
  })

  test('gives up a row whose every try was interrupted', async () => {
    await put(1)
    await db.updateTable('parcel').set({ tries: 3 }).execute()
    await workOnDue(workerOf(sendAll))
    expect([batches, failures]).toEqual([[], [[1, 'every try was interrupted', true]]])
  })

  test('shares all rows with another one, each row once', async () => {
    await put(40)
    await Promise.all([workOnDue(workerOf(sendAll)), workOnDue(workerOf(sendAll))])
    expect(batches.flat().sort((one, other) => one - other)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  })
})

describe('a job', () => {
  const slow = 3_600

  /** Runs a job and returns the parcels that it has sent so far. */
  async function withJob(
    watched: { everySeconds: number },
    scenario: (sent: number[], watch: DatabaseWatch) => Promise<void>,
  ) {
    const sent: number[] = []
    const watch = startDatabaseWatch({ db, pool, log, ...watched })
    const worker = createQueueWorker({
      ...{ db, clock, queue: locked },
      async work(row) {
        sent.push(row.parcel)
        await send(row)
      },
    })
    const job = startQueueJob(locked, worker, { name: 'send parcels', watch, clock, log })
    try {
      await scenario(sent, watch)
    } finally {
      await job.stop()
      watch.stop()
    }
    expect(listRunningJobs()).toEqual([])
  }
  const settle = () => expect.poll(() => listRunningJobs()[0]?.runningSince).toBe(null)

  test('is listed, and starts with the rows that are there', async () => {
    await put(2)
    await withJob({ everySeconds: slow }, async (sent) => {
      expect(listRunningJobs()).toMatchObject([{ name: 'send parcels', everySeconds: slow }])
      await expect.poll(() => sent).toEqual([1, 2])
    })
  })

  test.each([
    ['a transaction', (work: (on: Kysely<Tables>) => Promise<void>) => db.transaction().execute(work)],
    ['a request', (work: (on: Kysely<Tables>) => Promise<void>) => inRequestTransaction(() => work(db))],
  ])('is woken when %s commits, and not before', async (_, run) => {
    await withJob({ everySeconds: slow }, async (sent, watch) => {
      const wakes: string[] = []
      watch.onRowsInserted('parcel', () => wakes.push('woken'))
      await run(async (on) => {
        await put(1, start, on)
        expect(wakes).toEqual([])
        expect(sent).toEqual([])
      })
      await expect.poll(() => sent).toEqual([1])
    })
  })

  test('does nothing after a rollback', async () => {
    await withJob({ everySeconds: slow }, async (sent, watch) => {
      const wakes: string[] = []
      watch.onRowsInserted('parcel', () => wakes.push('woken'))
      const rolledBack = db.transaction().execute(async (on) => {
        await put(1, start, on)
        throw new Error('changed my mind')
      })
      await expect(rolledBack).rejects.toThrow('changed my mind')
      const failed = db.transaction().execute(async (on) => {
        await put(1, start, on)
        await sql`select 1 / 0`.execute(on).catch(() => {})
      })
      await failed.catch(() => {})
      expect([wakes, sent]).toEqual([[], []])
      await put(1)
      await expect.poll(() => sent).toEqual([1])
      expect(wakes).toEqual(['woken'])
    })
  })

  test('notices rows of another process, and those that become due', async () => {
    await withJob({ everySeconds: 0.05 }, async (sent) => {
      await settle()
      await pool.query(`insert into parcel (shop, parcel, send_at) values ('a', 1, $1), ('a', 2, $2)`, [now, later(60)])
      await expect.poll(() => sent).toEqual([1])
      now = later(60)
      await expect.poll(() => sent).toEqual([1, 2])
    })
  })

  test('goes on when the values of the watch cannot be read', async () => {
    await withJob({ everySeconds: 0.05 }, async (sent, watch) => {
      watch.follow({ query: sql`select missing from nowhere`, onValue() {} })
      await settle()
      await pool.query(`insert into parcel (shop, parcel, send_at) values ('a', 1, $1)`, [now])
      await expect.poll(() => sent).toEqual([1])
    })
  })
})
