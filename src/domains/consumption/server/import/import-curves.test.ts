import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer } from '#app/server/testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import type { DB } from '#db/tables.ts'
import { createKysely } from '#kit/server/database.ts'
import type { CurveDay } from '../../curve.ts'
import type { CurveOrigin } from '../corrections/correction-store.ts'
import { testArrival } from './arrival-testing.ts'
import { importCurves } from './import-curves.ts'
import { storeCurveDays } from './store-curve-days.ts'

const cups = 'ES0237990000000001CC0F'
let database: TestDatabase
let db: ReturnType<typeof createKysely<DB>>

beforeAll(async () => {
  database = await openTestDatabase()
  db = createKysely<DB>(database.pool)
  await insertContract(db, { customerId: await insertCustomer(db), cups })
})
beforeEach(async () => {
  await db.deleteFrom('curve_day').execute()
  await db.deleteFrom('curve_correction').execute()
})
afterAll(() => database.close())

/** Returns a day of an F5D: hours 1 to 24 with `wh` each, and `change` for single hours (null omits the line). */
function f5d(day: string, wh: number, change: Record<number, number | null> = {}, name = cups): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lines = []
  for (let hour = 1; hour <= 24; hour++) {
    const value = hour in change ? change[hour] : wh
    if (value === null) continue
    const end = new Date(Date.UTC(year, month - 1, date, hour))
    const label = `${end.toISOString().slice(0, 10).replaceAll('-', '/')} ${end.toISOString().slice(11, 16)}`
    lines.push(`${name};${label};1;${value};0;0;0;0;0;1;1;FA1;0;0`)
  }
  return `${lines.join('\n')}\n`
}

async function* bytes(text: string) {
  yield Buffer.from(text)
}

const take = async (text: string, fileName = 'F5D_0237_9999_20210701.0') =>
  (await importCurves({ db, source: bytes(text), fileName, now: new Date('2021-07-01T12:00:00Z') }))[0]!

const stored = () => db.selectFrom('curve_day').selectAll().orderBy('day').execute()

describe('a file of curves', () => {
  test('is stored by day, with totals by tariff period', async () => {
    const report = await take(f5d('2021-06-01', 100))
    expect(report).toMatchObject({
      source: 'F5D',
      daysStored: 1,
      rows: { read: 24, new: 24, replaced: 0, unchanged: 0, refused: 0 },
    })
    // A working day has 8 hours of each period.
    expect(await stored()).toMatchObject([
      { day: '2021-06-01', import_period_wh: [800, 800, 800], missing_intervals: 0, quality: null },
    ])
  })

  test('has no effect the second time', async () => {
    await take(f5d('2021-06-01', 100))
    const before = await stored()
    const report = await take(f5d('2021-06-01', 100))
    expect(report).toMatchObject({ daysStored: 0, rows: { new: 0, replaced: 0, unchanged: 24 } })
    expect(await stored()).toEqual(before)
  })

  test('replaces an older version of itself, and is not replaced by it', async () => {
    await take(f5d('2021-06-01', 100), 'F5D_0237_9999_20210701.0')
    const newer = await take(f5d('2021-06-01', 100, { 12: 150 }), 'F5D_0237_9999_20210701.1')
    expect(newer.rows).toMatchObject({ replaced: 1, unchanged: 23 })
    const older = await take(f5d('2021-06-01', 100), 'F5D_0237_9999_20210701.0')
    expect(older).toMatchObject({ daysStored: 0 })
    expect((await stored())[0]!.import_wh[11]).toBe(150)
  })

  test('of a newer version with part of a day leaves the rest of the day, in either order', async () => {
    const part = Object.fromEntries(Array.from({ length: 14 }, (_, index) => [index + 11, null]))
    const older = () => take(f5d('2021-06-01', 100), 'F5D_0237_9999_20210701.0')
    const newer = () => take(f5d('2021-06-01', 150, part), 'F5D_0237_9999_20210701.1')
    const expected = [...Array(10).fill(150), ...Array(14).fill(100)]
    await older()
    expect((await newer()).rows).toMatchObject({ new: 0, replaced: 10, unchanged: 0 })
    expect((await stored())[0]).toMatchObject({ import_wh: expected, file_version: 1, missing_intervals: 0 })
    await db.deleteFrom('curve_day').execute()
    await newer()
    expect((await older()).rows).toMatchObject({ new: 14, replaced: 0, unchanged: 10 })
    expect((await stored())[0]).toMatchObject({ import_wh: expected, file_version: 1, missing_intervals: 0 })
  })

  test('has the same result when it is imported at the same time as others with the same days', async () => {
    const others = ['ES0237990000000002CK0F', 'ES0237990000000003CE0F']
    for (const name of others) await insertContract(db, { customerId: await insertCustomer(db), cups: name })
    const names = [cups, ...others]
    const june = Array.from({ length: 30 }, (_, index) => `2021-06-${String(index + 1).padStart(2, '0')}`)
    const morning = Object.fromEntries(Array.from({ length: 14 }, (_, index) => [index + 11, null]))
    const evening = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [index + 1, null]))
    const file = (wh: number, change: Record<number, null>, order: string[]) =>
      order.flatMap((name) => june.map((day) => f5d(day, wh, change, name))).join('')
    const imports = [
      () => take(file(100, evening, names), 'F5D_0237_9999_20210701.0'),
      () => take(file(150, morning, names.toReversed()), 'F5D_0237_9999_20210701.1'),
      () => take(file(100, morning, names), 'F5D_0237_9999_20210701.0'),
    ]
    const reports = await Promise.all(imports.map((start) => start()))
    expect(reports.flatMap(({ refusals }) => refusals)).toEqual([])
    const days = await stored()
    expect(days).toHaveLength(30 * names.length)
    const expected = [...Array(10).fill(150), null, null, ...Array(12).fill(100)]
    for (const day of days) expect(day).toMatchObject({ import_wh: expected, file_version: 1, missing_intervals: 2 })
  })

  test('loses nothing that another one is storing for the same day', async () => {
    const hours = (wh: number, first: number) =>
      Array.from({ length: 24 }, (_, hour) => (hour >= first && hour < first + 12 ? wh : null))
    let other: Promise<unknown> | undefined
    await db.transaction().execute(async (transaction) => {
      await storeCurveDays(transaction, [day(0, hours(100, 0))], testArrival)
      other = storeCurveDays(db, [day(1, hours(150, 12))], testArrival)
      await pause(300)
    })
    await other
    expect((await stored())[0]).toMatchObject({
      import_wh: [...Array(12).fill(100), ...Array(12).fill(150)],
      missing_intervals: 0,
    })
  })

  test('with too much energy or future days is imported without those lines and days', async () => {
    const huge = f5d('2021-06-01', 2_147_483_000)
    const future = f5d('2099-07-01', 100)
    const report = await take(`${huge}${future}${f5d('2021-06-02', 100)}`)
    expect(report).toMatchObject({ daysStored: 1, rows: { read: 72, new: 24, refused: 48 } })
    expect(new Set(report.refusals.map(({ code }) => code))).toEqual(new Set(['number_too_large', 'date_in_future']))
    expect(await stored()).toMatchObject([{ day: '2021-06-02' }])
  })

  test('with the maximum possible energy is stored with its sums', async () => {
    const report = await take(f5d('2021-06-06', 85_899_345))
    expect(report).toMatchObject({ daysStored: 1, refusals: [] })
    expect((await stored())[0]!.import_period_wh).toEqual([0, 0, 24 * 85_899_345])
  })

  test('leaves missing values missing, and a later one completes them', async () => {
    await take(f5d('2021-06-01', 100, { 5: null, 6: null }))
    expect(await stored()).toMatchObject([{ missing_intervals: 2 }])
    expect((await stored())[0]!.import_wh.slice(3, 7)).toEqual([100, null, null, 100])
    const report = await take(f5d('2021-06-01', 100))
    expect(report.rows).toMatchObject({ new: 2, unchanged: 22 })
    expect(await stored()).toMatchObject([{ missing_intervals: 0, quality: null }])
  })

  test('is imported without its broken lines, which are reported', async () => {
    const broken = f5d('2021-06-01', 100).replace(/;100;/, ';many;')
    const report = await take(broken)
    expect(report.refusals).toEqual([{ line: 1, code: 'number_invalid' }])
    expect(report.rows).toMatchObject({ read: 24, new: 23, refused: 1 })
  })

  test('reports unknown supply points', async () => {
    const report = await take(f5d('2021-06-01', 100, {}, 'ES0031990000000071GB0F'))
    expect(report).toMatchObject({
      daysStored: 0,
      unknownPoints: ['ES0031990000000071GB0F'],
      rows: { new: 0, unknownPoint: 24 },
    })
  })

  test('finds a supply point by twenty characters', async () => {
    expect(await take(f5d('2021-06-01', 100, {}, cups.slice(0, 20)))).toMatchObject({
      daysStored: 1,
      unknownPoints: [],
    })
  })

  test('is refused as a whole if it is not one', async () => {
    const report = await take('name,age\nAnna,44\n', 'people.csv')
    expect(report).toMatchObject({ source: null, refusals: [{ line: null, code: 'format_unknown' }] })
    expect(await stored()).toEqual([])
  })
})

describe('a day that a newer file corrects', () => {
  const corrections = () =>
    db.selectFrom('curve_correction').selectAll().orderBy('day').orderBy('corrected_at').execute()
  const at = (text: string, minute: number, fileName: string, origin?: CurveOrigin) =>
    importCurves({
      ...{ db, source: bytes(text), fileName, now: new Date(Date.UTC(2021, 6, 1, 12, minute)) },
      ...(origin && { origin }),
    })

  test('is kept as it was, with who corrected it, when and by how much', async () => {
    await at(f5d('2021-06-01', 100), 0, 'F5D_0237_9999_20210701.0')
    const origin: CurveOrigin = { channel: 'desk', userId: 7 }
    await at(f5d('2021-06-01', 100, { 12: 150, 13: 90 }), 1, 'F5D_0237_9999_20210701.1', origin)
    expect(await corrections()).toMatchObject([
      {
        ...{ day: '2021-06-01', source: 'F5D', file_version: 0, import_wh: Array(24).fill(100), quality: null },
        ...{ before_wh: 2_400, after_wh: 2_440, corrected_at: new Date('2021-07-01T12:01:00Z') },
        ...{ origin: 'desk', corrected_by_user_id: 7, integration_key_id: null, file_name: 'F5D_0237_9999_20210701.1' },
      },
    ])
  })

  test.each([
    ['the same energy again', f5d('2021-06-01', 100), 1],
    ['hours that were missing', f5d('2021-06-01', 100), 1],
    ['another quality of the same energy', f5d('2021-06-01', 100).replaceAll(';1;1;FA1', ';1;0;FA1'), 1],
    ['an older version', f5d('2021-06-01', 150), -1],
  ])('is none for %s', async (what, text, version) => {
    const missing: Record<number, null> = what.startsWith('hours') ? { 3: null } : {}
    await at(f5d('2021-06-01', 100, missing), 0, 'F5D_0237_9999_20210701.5')
    await at(text, 1, `F5D_0237_9999_20210701.${5 + version}`)
    expect(await corrections()).toEqual([])
  })

  test('is kept for the last twelve corrections only', async () => {
    for (let round = 0; round < 15; round++)
      await at(f5d('2021-06-01', 100 + round), round, `F5D_0237_9999_20210701.${round}`)
    const rows = await corrections()
    expect(rows).toHaveLength(12)
    expect(rows.map(({ before_wh }) => before_wh / 24)).toEqual([
      102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113,
    ])
  })

  test('that comes twice in one file is one correction, from the first value to the last', async () => {
    await at(f5d('2021-06-01', 100), 0, 'F5D_0237_9999_20210701.0')
    const both = [110, 120].map((wh) => day(1, Array(24).fill(wh)))
    const arrival = { origin: { channel: 'api' as const, keyId: 3 }, now: new Date('2021-07-02T00:00:00Z') }
    for (const each of both) await storeCurveDays(db, [each], arrival)
    expect(await corrections()).toMatchObject([
      { before_wh: 2_400, after_wh: 2_880, origin: 'api', integration_key_id: 3 },
    ])
  })

  const hours = (first: number, last: number) =>
    Object.fromEntries(Array.from({ length: last - first + 1 }, (_, index) => [first + index, null]))

  test.each([
    ['newer file', 1, { 5: null, 6: null }, { keptHours: 2, keptDays: 1 }],
    ['same version again', 0, hours(1, 12), { keptHours: 12, keptDays: 1 }],
    ['whole newer file', 1, {}, { keptHours: 0, keptDays: 0 }],
  ])('keeps the hours that a %s no longer has, and the import says how many', async (_, version, change, kept) => {
    await at(f5d('2021-06-01', 100), 0, 'F5D_0237_9999_20210701.0')
    const [report] = await at(f5d('2021-06-01', 100, change), 1, `F5D_0237_9999_20210701.${version}`)
    expect(report).toMatchObject(kept)
    expect((await stored())[0]).toMatchObject({ import_wh: Array(24).fill(100), missing_intervals: 0 })
  })

  test('of which an older version has fewer hours keeps nothing that is worth saying', async () => {
    await at(f5d('2021-06-01', 100), 0, 'F5D_0237_9999_20210701.1')
    const [report] = await at(f5d('2021-06-01', 100, hours(1, 12)), 1, 'F5D_0237_9999_20210701.0')
    expect(report).toMatchObject({ keptHours: 0, keptDays: 0, daysStored: 0 })
  })
})

function day(version: number, importWh: (number | null)[]): CurveDay {
  return {
    ...{ cups, day: '2021-06-01', source: 'F5D', stepMinutes: 60, version, importWh },
    ...{ exportWh: null, reactiveVarh: null, quality: null, invoice: null },
  }
}
