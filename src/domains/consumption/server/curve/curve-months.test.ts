import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer } from '#app/server/testing/builders.ts'
import { type RecordedStatement, recordStatements } from '#app/server/testing/recorded-statements.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { addDays, daysFrom, type MarketDay } from '#vocabulary/day.ts'
import { countHoursOf } from '#vocabulary/market-time.ts'
import type { CurveDay } from '../../curve.ts'
import { testArrival } from '../import/arrival-testing.ts'
import { storeCurveDays } from '../import/store-curve-days.ts'
import { readTotals } from '../totals/curve-totals.ts'
import { recountTotals } from '../totals/recount-totals.ts'
import { addCurveMonths } from './curve-months.ts'
import { findContractPoint, findDataSpan, findFinestStep, readDays, readSingleDays } from './curve-queries.ts'
import { storeTotals } from './curve-store.ts'

let portal: TestPortal
let contracts: CreatedContract[]
const db = () => portal.context.db

beforeAll(async () => {
  portal = await startTestPortal({ now: new Date('2026-11-20T12:00:00Z') })
  const customerId = await insertCustomer(db())
  contracts = [await insertContract(db(), { customerId }), await insertContract(db(), { customerId })]
})
afterAll(() => portal.close())
beforeEach(() => sql`select drop_curve_months('2100-01-01')`.execute(db()))

function curveDay(day: MarketDay, cups = contracts[0]!.cups): CurveDay {
  return {
    ...{ cups, day, source: 'F5D', stepMinutes: 60, version: 0, invoice: null },
    importWh: Array(countHoursOf(day, 'Europe/Madrid')).fill(100),
    ...{ exportWh: null, reactiveVarh: null, quality: null },
  }
}

async function readMonths(): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select inhrelid::regclass::text as part from pg_inherits where inhparent = 'curve_day'::regclass order by 1`.execute(
    db(),
  )
  return rows.map(({ part }) => part.replace('curve_day_', ''))
}

const countDays = async () => (await db().selectFrom('curve_day').select('day').execute()).length

test('days of months without a part are stored in new ones, also in a transaction', async () => {
  await storeCurveDays(db(), [curveDay('2025-12-31'), curveDay('2026-01-01')], testArrival)
  await db()
    .transaction()
    .execute((transaction) =>
      storeCurveDays(transaction, [curveDay('2026-01-31'), curveDay('2026-02-01')], testArrival),
    )
  expect([await readMonths(), await countDays()]).toEqual([['2025_12', '2026_01', '2026_02'], 4])
})

test('concurrent imports of the same new months store every day, and each month is added once', async () => {
  const files = daysFrom('2026-03-28', '2026-04-04').map((day) =>
    contracts.map(({ cups }) => [curveDay(day, cups), curveDay(addDays(day, 31), cups)]),
  )
  const results = await Promise.all(files.flat().map((days) => storeCurveDays(db(), days, testArrival)))
  expect(results.flat().every((result) => result?.changed)).toBe(true)
  expect([await readMonths(), await countDays()]).toEqual([['2026_03', '2026_04', '2026_05'], 32])
})

// The embedded database runs one transaction after the other.
describe.runIf(process.env.TEST_DATABASE_URL)('while others are in a transaction', () => {
  const during = async <T>(statement: string, work: () => Promise<T>): Promise<T> => {
    const client = await portal.context.pool.connect()
    try {
      await client.query('begin')
      await client.query(statement)
      return await work()
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const store = (day: MarketDay) => storeCurveDays(db(), [curveDay(day)], testArrival)

  test('that reads all months, one is added', async () => {
    await store('2026-05-01')
    await during('select count(*) from curve_day', () => store('2026-06-01'))
    expect(await readMonths()).toEqual(['2026_05', '2026_06'])
  })

  test('that has added a month, days of others are read and stored, and those of this month are stored afterwards', async () => {
    await store('2026-05-01')
    let waiting: ReturnType<typeof store> | undefined
    await during("select add_curve_months('{2026-07-01}')", async () => {
      waiting = store('2026-07-01')
      await store('2026-05-02')
      expect(await countDays()).toBe(2)
    })
    expect(await waiting).toMatchObject([{ changed: true }])
  })
})

describe('of twelve months, statements look only at those of their days:', () => {
  const year = { start: '2026-01-01', end: '2026-12-31' }
  const range = { start: '2026-03-20', end: '2026-04-10' }
  const ofRange = ['2026_03', '2026_04']
  const point = async (visibleRange = year) => {
    const { customerId, contractId } = contracts[0]!
    const found = await findContractPoint(db(), { customerIds: [customerId], contractId })
    return { ...found!, visibleRange }
  }
  const totals = { importPeriodWh: [1, 1, 1], exportPeriodWh: null, reactiveTotalVarh: null, missingIntervals: 0 }
  const stored = (day: MarketDay) =>
    ({ supplyPointId: contracts[0]!.supplyPointId, day, source: 'F5D', ...totals }) as const

  test.each<[string, () => Promise<unknown>, string[]]>([
    ['the days of a range', async () => readDays(db(), { point: await point(), range }), ofRange],
    [
      'single days',
      async () => readSingleDays(db(), { point: await point(), days: ['2026-03-01', '2026-04-01'] }),
      ofRange,
    ],
    ['totals', async () => readTotals(db(), { point: await point(), range, unit: 'month' }), ofRange],
    ['the finest step', async () => findFinestStep(db(), { point: await point(), range }), ofRange],
    [
      'the span of a contract’s data',
      async () => findDataSpan(db(), await point(range), new Date('2027-01-01')),
      ofRange,
    ],
    ['an import', () => storeCurveDays(db(), [curveDay('2026-03-31'), curveDay('2026-04-01')], testArrival), ofRange],
    ['totals that are stored', () => storeTotals(db(), [stored('2026-03-31'), stored('2026-04-01')]), ofRange],
    ['a recount from a day on', () => recountFrom('2026-11-03'), ['2026_11', '2026_12']],
  ])('%s', async (_, work, months) => {
    await addCurveMonths(db(), daysFrom(year.start, year.end))
    const statements = await recordStatements('curve_day', work)
    expect(statements.length).toBeGreaterThan(0)
    const read = new Set<string>()
    for (const statement of statements) for (const part of await explainParts(statement)) read.add(part)
    expect([...read].sort()).toEqual(months)
  })

  async function recountFrom(day: MarketDay) {
    await sql`update curve_recount set next_day = ${day}::date where contract_id = ${contracts[0]!.contractId}`.execute(
      db(),
    )
    await sql`delete from curve_recount where contract_id <> ${contracts[0]!.contractId}`.execute(db())
    return recountTotals(db())
  }
})

/** Returns the months that a statement looks at with these values. */
async function explainParts({ text, values }: RecordedStatement): Promise<string[]> {
  const { rows } = await portal.context.pool.query(`explain (format json) ${text}`, values)
  return [...JSON.stringify(rows).matchAll(/"Relation Name":"curve_day_(\w+)"/g)].map(([, part]) => part!)
}
