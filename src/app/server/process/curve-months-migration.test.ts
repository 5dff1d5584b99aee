import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { up as createCurves } from '#db/migrations/0004-consumption.ts'
import { up as prepareMonths } from '#db/migrations/0112-days-before-months.ts'
import { up as splitByMonth } from '#db/migrations/0113-curve-months.ts'
import type { DB } from '#db/tables.ts'
import { createKysely, openPool } from '#kit/server/database.ts'
import { addDays, addMonths, firstOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'

const today = new Date().toISOString().slice(0, 10)
/** The first month that days stored before the migration are no part of. */
const firstMonth = firstOfMonth(addMonths(today, 2))

let database: TestDatabase
let db: Kysely<DB>

beforeEach(async () => {
  database = await openTestDatabase()
  db = createKysely<DB>(database.pool)
  await sql`
    drop table curve_day, meter_reading; drop function add_curve_months, drop_curve_months, curve_part_end`.execute(db)
  await createCurves(db as never)
})
afterEach(() => database.close())

const migrate = async (up: typeof splitByMonth) => db.transaction().execute((transaction) => up(transaction as never))

/** Stores a day as the previous version of the program does. */
async function storeDay(day: MarketDay, wh: number) {
  await sql`
    insert into curve_day (supply_point_id, day, source, step_minutes, import_wh, import_period_wh)
    values (1, ${day}, 'F5D', 60, ${[wh]}, ${[wh]})
    on conflict (supply_point_id, day, source) do update set import_wh = excluded.import_wh`.execute(db)
}

async function readDays() {
  const days = await db.selectFrom('curve_day').orderBy('day').select(['day', 'import_wh']).execute()
  return days.map(({ day, import_wh }) => [day, import_wh[0]])
}

async function readParts() {
  const { rows } = await sql<{ part: string; bound: string }>`
    select relname as part, pg_get_expr(relpartbound, pg_class.oid) as bound
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'curve_day'::regclass order by 1`.execute(db)
  return rows.map(({ part, bound }) => `${part} ${bound}`)
}

describe('a database with curves', () => {
  test('keeps its days, which the previous version of the program goes on storing until months begin', async () => {
    await storeDay('2024-02-29', 1)
    await migrate(prepareMonths)
    await storeDay(today, 2)
    await migrate(splitByMonth)
    await storeDay(today, 3)
    await storeDay('2023-01-01', 4)
    await storeDay(addDays(firstMonth, -1), 5)
    expect(await readDays()).toEqual([
      ['2023-01-01', 4],
      ['2024-02-29', 1],
      [today, 3],
      [addDays(firstMonth, -1), 5],
    ])
    expect(await readParts()).toEqual([`curve_day_before_months FOR VALUES FROM (MINVALUE) TO ('${firstMonth}')`])
  })

  test('has months after the last of its days, and drops the earlier ones together', async () => {
    const far = addMonths(firstMonth, 3)
    await storeDay(far, 1)
    await migrate(prepareMonths)
    await migrate(splitByMonth)
    const next = addMonths(far, 1)
    await sql`select add_curve_months(${[today, far, next]}::date[])`.execute(db)
    await storeDay(next, 2)
    expect(await readParts()).toEqual([
      `curve_day_${next.slice(0, 7).replace('-', '_')} FOR VALUES FROM ('${next}') TO ('${addMonths(next, 1)}')`,
      `curve_day_before_months FOR VALUES FROM (MINVALUE) TO ('${next}')`,
    ])
    await sql`select drop_curve_months(${addDays(next, -1)}::date)`.execute(db)
    expect(await readDays()).toHaveLength(2)
    await sql`select drop_curve_months(${next}::date)`.execute(db)
    expect(await readDays()).toEqual([[next, 2]])
  })

  test('refuses values as before', async () => {
    await storeDay(today, 1)
    await migrate(prepareMonths)
    await migrate(splitByMonth)
    await sql`select add_curve_months(${[firstMonth]}::date[])`.execute(db)
    for (const day of [today, firstMonth])
      await expect(
        sql`
        insert into curve_day (supply_point_id, day, source, step_minutes, import_wh, import_period_wh)
        values (2, ${day}, 'F5D', 30, '{1}', '{1}')`.execute(db),
      ).rejects.toMatchObject({ code: '23514' })
  })
})

test('a database without curves has months from the first day on', async () => {
  await migrate(prepareMonths)
  await migrate(splitByMonth)
  expect(await readParts()).toEqual([])
  await sql`select add_curve_months('{2020-02-29}')`.execute(db)
  expect(await readParts()).toEqual(["curve_day_2020_02 FOR VALUES FROM ('2020-02-01') TO ('2020-03-01')"])
})

// The embedded database belongs to one process, and runs one transaction after the other.
test.runIf(process.env.TEST_DATABASE_URL)(
  'is migrated beside programs that read and write, whose transactions it waits for',
  async () => {
    await storeDay('2024-02-29', 1)
    await migrate(prepareMonths)
    const writer = await database.pool.connect()
    await writer.query("begin; update curve_day set file_version = 1 where day = '2024-02-29'")
    const bulk = openPool({ url: database.environment.DATABASE_URL! }, { statementSeconds: 60 })
    let isDone = false
    const migration = createKysely<never>(bulk)
      .transaction()
      .execute((transaction) => splitByMonth(transaction as never))
      .then(() => {
        isDone = true
      })
    // Between two of its attempts, others read and write.
    for (let count = 0; count < 5; count++) {
      await new Promise((done) => setTimeout(done, 500))
      await expect
        .poll(
          () =>
            storeDay('2024-03-01', count).then(
              () => true,
              () => false,
            ),
          { timeout: 30_000 },
        )
        .toBe(true)
    }
    expect(isDone).toBe(false)
    await writer.query('commit')
    writer.release()
    await migration
    await bulk.end()
    expect(await readDays()).toEqual([
      ['2024-02-29', 1],
      ['2024-03-01', 4],
    ])
  },
)
