import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { downloadCurve, readChart, readChartRecords } from '../api.ts'
import type { CurveDay } from '../curve.ts'
import type { DownloadFormat } from '../rules.ts'
import { writeHoursCsv } from './curve/build-curve-file.ts'
import { writeCurveFile } from './files/write-curve-file.ts'
import { importCurves } from './import/import-curves.ts'

let portal: TestPortal
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor
let contract: CreatedContract
const now = new Date('2026-11-20T12:00:00Z')

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId, starts_on: '2025-01-01' })
  const userId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
  const days = [
    // The days with 23 and 25 hours, a day before the contract, and two ordinary days, the last with a gap.
    day('2026-03-29', 23, () => 100),
    day('2026-10-25', 25, () => 100),
    day('2024-12-31', 24, () => 999),
    day('2026-11-16', 24, (hour) => hour * 10),
    day(
      '2026-11-17',
      24,
      (hour) => (hour === 3 || hour === 4 ? null : 100),
      (hour) => (hour === 12 ? 250 : 0),
    ),
  ]
  const lines = [...writeCurveFile('F5D', days)].join('')
  await importCurves({ db, source: bytes(lines), fileName: 'F5D_0031_9999_20261120.0', now })
  const quarters = day('2026-11-16', 96, (quarter) => quarter)
  const fine = [...writeCurveFile('P2D', [{ ...quarters, stepMinutes: 15, source: 'P2D' }])].join('')
  await importCurves({ db, source: bytes(fine), fileName: 'P2D_0031_9999_20261120.0', now })
})
afterAll(() => portal.close())

function day(
  date: string,
  count: number,
  importWh: (index: number) => number | null,
  exportWh?: (index: number) => number,
): CurveDay {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return {
    cups: contract.cups,
    day: date,
    source: 'F5D',
    stepMinutes: 60,
    importWh: indexes.map(importWh),
    exportWh: exportWh ? indexes.map((index) => (importWh(index) === null ? null : exportWh(index))) : null,
    reactiveVarh: null,
    quality: null,
    version: 0,
    invoice: null,
  }
}

async function* bytes(text: string) {
  yield Buffer.from(text)
}

const ask = (type: string, start?: string, end?: string) =>
  anna.send(readChart, { params: { contractId: String(contract.contractId), type }, query: { start, end } })

describe('the chart of a contract', () => {
  test('returns months by tariff period, with exact decimals and missing hours', async () => {
    const { curve, magnitudes, translations, ...about } = await ask('monthly', '2026-10-01', '2026-11-30')
    expect(about).toMatchObject({
      start: '2026-10-01',
      end: '2026-11-30',
      data_from: '2026-03-29',
      data_until: '2026-11-17',
    })
    expect(curve.date).toEqual([
      ...Array(3).fill('2026-10-01T00:00:00+02:00'),
      ...Array(3).fill('2026-11-01T00:00:00+01:00'),
    ])
    expect(curve.period).toEqual(['P1', 'P2', 'P3', 'P1', 'P2', 'P3'])
    // 2026-10-25 is a Sunday: 25 hours of the cheapest period.
    expect(curve.activa.slice(0, 3)).toEqual([0, 0, 2.5])
    expect(curve.missing?.[0]).toBe(31 * 24 + 1 - 25)
    expect(curve.missing?.[3]).toBe(17 * 24 - 48 + 2)
    expect(magnitudes.elements).toEqual([
      { name: 'activa', unit: 'kWh', total: 7.46 },
      { name: 'exportada', unit: 'kWh', total: 0.25 },
      { name: 'reactiva', unit: 'kVArh', total: null },
    ])
    expect(translations).toMatchObject({ activa: expect.any(String), P1: expect.any(String) })
  })

  test('returns the hours of the days on which the clocks change', async () => {
    const march = (await ask('hourly', '2026-03-29', '2026-03-29')).curve
    expect(march.date).toHaveLength(23)
    expect(march.date.slice(1, 3)).toEqual(['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00'])
    const october = (await ask('hourly', '2026-10-25', '2026-10-25')).curve
    expect(october.date.slice(2, 4)).toEqual(['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00'])
  })

  test('distinguishes missing values from zero', async () => {
    const { curve } = await ask('hourly', '2026-11-17', '2026-11-17')
    expect(curve.activa.slice(2, 6)).toEqual([0.1, null, null, 0.1])
    expect(curve.missing?.slice(2, 6)).toEqual([0, 1, 1, 0])
    expect(curve.exportada[12]).toBe(0.25)
  })

  test('returns quarter hours where the meter has them, and hours where it does not', async () => {
    const fine = await ask('quarter-hourly', '2026-11-16', '2026-11-17')
    expect(fine.step_minutes).toBe(15)
    expect(fine.curve.date).toHaveLength(96 + 24)
    // The meter's 4, 5, 6 and 7 Wh of an hour of which 10 Wh are billed.
    expect(fine.curve.activa.slice(4, 8)).toEqual([0.002, 0.002, 0.003, 0.003])
    expect(fine.curve.estimated?.slice(4, 8)).toEqual([0.25, 0.25, 0.25, 0.25])
    const hours = await ask('hourly', '2026-11-16', '2026-11-17')
    expect(hours.curve.activa[5]).toBe(0.05)
    expect(fine.magnitudes.elements[0]).toEqual(hours.magnitudes.elements[0])
  })

  test.each([
    ['monthly', '2026-11-01', '2026-11-30', 15],
    ['daily', '2026-11-16', '2026-11-16', 15],
    ['hourly', '2026-11-16', '2026-11-16', 15],
    ['daily', '2026-11-17', '2026-11-17', 60],
    ['monthly', '2026-08-01', '2026-08-31', null],
  ])('returns in the %s view from %s to %s the finest step of the meter', async (type, start, end, step) => {
    expect((await ask(type, start, end)).step_minutes).toBe(step)
  })

  test('returns no data from before the contract', async () => {
    expect((await ask('daily', '2024-12-31', '2024-12-31')).curve.activa).toEqual([null])
  })

  test('returns twelve whole months by default', async () => {
    expect(await ask('monthly')).toMatchObject({ start: '2025-11-01', end: '2026-10-31' })
  })

  test('is returned as records by version 1', async () => {
    const records = await anna.send(readChartRecords, {
      params: { contractId: String(contract.contractId), type: 'daily' },
      query: { start: '2026-11-16', end: '2026-11-16' },
    })
    expect(records).toHaveLength(3)
    expect(records[0]).toEqual({
      date: '2026-11-16T00:00:00+01:00',
      activa: expect.any(Number),
      exportada: null,
      reactiva: null,
      period: 'P1',
    })
  })

  test.each([
    ['the end before the start', '2026-02-01', '2026-01-01'],
    ['a day that does not exist', '2026-02-30', '2026-03-01'],
    ['only a start', '2026-02-01', undefined],
    ['more than a year of hours', '2024-01-01', '2026-01-01'],
  ])('refuses %s', async (_, start, end) => {
    const params = { contractId: String(contract.contractId), type: 'hourly' }
    const answer = await anna.sendRaw(readChart, { params, query: { start, end } })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'cch_invalid_date'])
  })

  test.each([
    ['an unknown type', (id: number) => ({ contractId: String(id), type: 'yearly' }), 'cch_type_unknown'],
    ['a contract that does not exist', () => ({ contractId: '999999', type: 'daily' }), 'not_found'],
    ['a value that is not a contract id', () => ({ contractId: 'x', type: 'daily' }), 'not_found'],
  ])('returns 404 for %s', async (_, params, code) => {
    const answer = await anna.sendRaw(readChart, { params: params(contract.contractId), query: {} })
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, code])
  })

  test('is accessible only to its holder and to an impersonating operator', async () => {
    const params = { contractId: String(contract.contractId), type: 'daily' }
    for (const call of [readChartRecords, readChart, downloadCurve]) {
      const visitors = [portal.anonymous, stranger, annaReadonly]
      const answers = await Promise.all(visitors.map((visitor) => visitor.sendRaw(call, { params, query: {} })))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 404, 200])
    }
  })
})

describe('a curve as a file', () => {
  const download = (format: DownloadFormat, locale = 'es', { type = 'hourly', day = '2026-11-17' } = {}) =>
    anna.sendRaw(
      downloadCurve,
      {
        params: { contractId: String(contract.contractId), type },
        query: { start: day, end: day, format },
      },
      { headers: { 'accept-language': locale } },
    )

  test('is CSV with a decimal comma, or a point in English', async () => {
    const spanish = await download('csv')
    expect(spanish.headers['content-disposition']).toContain(`${contract.cups} 2026-11-17 2026-11-17.csv`)
    expect(spanish.body.split('\r\n')[1]).toBe('2026-11-17T00:00:00+01:00;P3;0,1;0;;Facturado por la distribuidora')
    expect((await download('csv', 'en')).body.split('\r\n')[1]).toBe(
      '2026-11-17T00:00:00+01:00,P3,0.1,0,,Billed by the distributor',
    )
  })

  test('says of each hour what its value is, and of a day how many hours are missing', async () => {
    const hours = (await download('csv')).body.split('\r\n')
    expect(hours[0]).toMatch(/;Dato$/)
    expect(hours[4]).toBe('2026-11-17T03:00:00+01:00;P3;;;;Sin dato')
    const days = (await download('csv', 'es', { type: 'daily' })).body.split('\r\n')
    expect(days[0]).toMatch(/;Horas sin dato;Horas estimadas$/)
    expect(days[1]).toMatch(/;2;0$/)
  })

  test('is a workbook', async () => {
    const answer = await download('xlsx')
    const parts = unzipSync(answer.rawPayload)
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
    // 17 November 2026 as a number of days since 1900, and columns as wide as their content.
    expect(sheet).toMatch(/<c r="A2"[^>]*><v>46343<\/v>/)
    expect(sheet).not.toMatch(/<c r="A2"[^>]*t="s"/)
    expect(sheet.match(/<col [^>]*width="/g)).toHaveLength(7)
    expect(strFromU8(parts['xl/styles.xml']!)).toContain('dd/mm/yyyy')
  })

  test('distinguishes the two occurrences of the hour repeated in October', async () => {
    const lines = (await download('csv', 'es', { day: '2026-10-25' })).body.split('\r\n')
    expect(lines.slice(3, 5).map((line) => line.split(';')[0])).toEqual([
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
    ])
    const parts = unzipSync((await download('xlsx', 'es', { day: '2026-10-25' })).rawPayload)
    const texts = strFromU8(parts['xl/sharedStrings.xml']!)
    expect(texts).toContain('Diferencia con UTC')
    expect(texts).toContain('+02:00')
    expect(texts).toContain('+01:00')
  })

  test('has no clock column by days', async () => {
    const parts = unzipSync((await download('xlsx', 'es', { type: 'daily' })).rawPayload)
    expect(strFromU8(parts['xl/sharedStrings.xml']!)).not.toContain('UTC')
  })

  test('has the Datadis format and can be imported again', async () => {
    const answer = await download('datadis')
    expect(answer.body).toMatch(/^cups;fecha;hora;consumo_kWh/)
    const [report] = await importCurves({
      db: portal.context.db,
      source: bytes(answer.body),
      fileName: 'datadis.csv',
      now,
    })
    expect(report).toMatchObject({ source: 'datadis', refusals: [] })
  })

  test('is Green Button, for programs', async () => {
    const answer = await download('greenbutton')
    expect(answer.headers['content-type']).toContain('application/atom+xml')
    expect(answer.headers['content-disposition']).toContain('Green Button.xml')
    expect(answer.body.match(/<IntervalBlock /g), 'imported and exported energy').toHaveLength(2)
    expect(answer.body).toContain(`<title>${contract.cups}</title>`)
  })
})

describe('a day with several sources', () => {
  type SourceDay = Pick<CurveDay, 'day' | 'stepMinutes' | 'importWh'> & { quality?: string }

  /** Creates a customer with their own curves, and returns the sums and counts of each view of November. */
  async function createCustomerWithCurves(daysBySource: Partial<Record<'F5D' | 'P1D' | 'P2D', SourceDay>>) {
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    const made = await insertContract(db, { customerId, starts_on: '2025-01-01' })
    const visitor = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    for (const [source, values] of Object.entries(daysBySource)) {
      const written = {
        ...values,
        cups: made.cups,
        source,
        exportWh: null,
        reactiveVarh: null,
        version: 0,
        invoice: null,
      }
      const lines = [...writeCurveFile(source as 'F5D', [{ quality: null, ...written } as CurveDay])].join('')
      await importCurves({ db, source: bytes(lines), fileName: `${source}_0031_9999_20261120.0`, now })
    }
    return async (type: string) => {
      const { curve } = await visitor.send(readChart, {
        params: { contractId: String(made.contractId), type },
        query: { start: '2026-11-17', end: '2026-11-17' },
      })
      const starts = new Set<string>()
      const firsts = [...curve.date.keys()].filter(
        (index) => !starts.has(curve.date[index]!) && starts.add(curve.date[index]!),
      )
      const sum = (of: (index: number) => number | null | undefined, indexes = [...curve.date.keys()]) =>
        Math.round(indexes.reduce((total, index) => total + (of(index) ?? 0), 0) * 1000) / 1000
      return {
        kwh: sum((index) => curve.activa[index]),
        missing: sum((index) => curve.missing?.[index], firsts),
        estimated: sum((index) => curve.estimated?.[index], firsts),
        activa: curve.activa,
      }
    }
  }
  const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)
  const views = ['monthly', 'daily', 'hourly', 'quarter-hourly']

  test('shows every hour that any source has, in all views', async () => {
    const viewOf = await createCustomerWithCurves({
      F5D: { day: '2026-11-17', stepMinutes: 60, importWh: indexes(24).map((hour) => (hour < 10 ? 100 : null)) },
      P1D: { day: '2026-11-17', stepMinutes: 60, importWh: indexes(24).map((hour) => (hour === 23 ? null : 200)) },
    })
    for (const view of views) expect(await viewOf(view), view).toMatchObject({ kwh: 3.6, missing: 1, estimated: 0 })
  })

  test('has the same sum by quarter hours as by hours', async () => {
    const viewOf = await createCustomerWithCurves({
      F5D: { day: '2026-11-17', stepMinutes: 60, importWh: indexes(24).map(() => 101) },
      P2D: { day: '2026-11-17', stepMinutes: 15, importWh: indexes(96).map((quarter) => 20 + (quarter % 4)) },
    })
    for (const view of views) expect((await viewOf(view)).kwh, view).toBe(2.424)
    expect((await viewOf('quarter-hourly')).activa).toHaveLength(96)
  })

  test('counts gaps and estimates of quarter hours alike in all views', async () => {
    const viewOf = await createCustomerWithCurves({
      P2D: {
        ...{ day: '2026-11-17', stepMinutes: 15 },
        importWh: indexes(96).map((quarter) => (quarter < 6 ? null : 10)),
        quality: indexes(96)
          .map((quarter) => (quarter < 6 ? '-' : quarter < 9 ? 'E' : 'R'))
          .join(''),
      },
    })
    for (const view of views) expect(await viewOf(view), view).toMatchObject({ missing: 1.5, estimated: 0.75 })
  })
})

test('writes the hours of an invoice in the Canary Islands in their local time', async () => {
  const { db } = portal.context
  const made = await insertContract(db, { customerId: await insertCustomer(db) })
  await db.updateTable('supply_point').set({ province_code: '35' }).where('cups', '=', made.cups).execute()
  const written = { ...day('2026-10-25', 25, (hour) => hour), cups: made.cups }
  const lines = [...writeCurveFile('F5D', [written], () => 'Atlantic/Canary')].join('')
  await importCurves({ db, source: bytes(lines), fileName: 'F5D_0031_9999_20261120.0', now })
  const point = { supplyPointId: made.supplyPointId, cups: made.cups, firstDay: '2026-10-25', lastDay: '2026-10-25' }
  let csv = ''
  for await (const text of writeHoursCsv(db, [point])) csv += text
  const clocks = csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(';')[2])
  expect(clocks.slice(0, 4)).toEqual(['01:00', '01:00', '02:00', '03:00'])
})

test('ignores a stored future day in the default range', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  const made = await insertContract(db, { customerId, starts_on: '2025-01-01' })
  const visitor = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  const days = ['2026-11-17', '2099-01-01'].map((date) => ({ ...day(date, 24, () => 100), cups: made.cups }))
  const lines = [...writeCurveFile('F5D', days)].join('')
  await importCurves({ db, source: bytes(lines), fileName: 'F5D_0031_9999_20261120.0', now: new Date('2099-02-01') })
  const params = { contractId: String(made.contractId), type: 'daily' }
  expect(await visitor.send(readChart, { params, query: {} })).toMatchObject({
    end: '2026-11-17',
    data_until: '2026-11-17',
  })
})
