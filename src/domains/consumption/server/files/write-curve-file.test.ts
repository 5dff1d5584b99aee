import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#vocabulary/day.ts'
import { countIntervalsOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay, CurveStep } from '../../curve.ts'
import { daysOf, readEvents, refusalsOf } from './files-testing.ts'
import { type WrittenFormat, writeCurveFile } from './write-curve-file.ts'

const cups = 'ES0021990000000001KS0F'

/** What a format can represent of a day; the rest is omitted. */
type Abilities = { step: CurveStep; qualities: string; reactive: boolean; invoice: boolean }

const abilities: Record<WrittenFormat, Abilities> = {
  F5D: { step: 60, qualities: 'RPE', reactive: true, invoice: true },
  A5D: { step: 60, qualities: 'RPE', reactive: true, invoice: true },
  P5D: { step: 60, qualities: 'R', reactive: false, invoice: false },
  P1D: { step: 60, qualities: 'RPED', reactive: true, invoice: false },
  P2D: { step: 15, qualities: 'RPED', reactive: true, invoice: false },
  datadis: { step: 60, qualities: 'RE', reactive: false, invoice: false },
}
const formats = Object.keys(abilities) as WrittenFormat[]

describe('reads back what was written', () => {
  test.each(formats)('as %s, for any days, with gaps, estimates and feed-in', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('Europe/Madrid', 'Atlantic/Canary'), daysIn(format), async (zone, makeDays) => {
        const days = makeDays(zone)
        const text = [...writeCurveFile(format, days, () => zone)].join('')
        const events = await readEvents(text, `${format}_0021_0999_20260901.4`, { timeZoneOf: () => zone })
        expect(refusalsOf(events)).toEqual([])
        expect(daysOf(events).toSorted(byDay)).toEqual(days)
      }),
      { numRuns: 60 },
    )
  })

  test('as Datadis in quarter hours, when October repeats four of them', async () => {
    const day = aDay({
      day: '2026-10-25',
      source: 'datadis',
      stepMinutes: 15,
      importWh: Array.from({ length: 100 }, (_, at) => at),
    })
    expect(daysOf(await readEvents([...writeCurveFile('datadis', [day])].join('')))).toEqual([day])
  })
})

describe('writes lines as the distributors do', () => {
  const importWh = [189, null, ...new Array(22).fill(0)]
  const day = aDay({
    importWh,
    exportWh: [null, null, 7, ...new Array(21).fill(0)],
    quality: `R-E${'P'.repeat(21)}`,
    invoice: 'TA/1',
  })

  test.each<[format: WrittenFormat, lines: string[], reason: string]>([
    [
      'F5D',
      [
        `${cups};2026/08/01 01:00;1;189;;;;;;1;1;TA/1`,
        `${cups};2026/08/01 02:00;1;;;;;;;1;1;TA/1`,
        `${cups};2026/08/01 03:00;1;0;7;;;;;2;0;TA/1`,
        `${cups};2026/08/01 04:00;1;0;0;;;;;1;0;TA/1`,
      ],
      'twelve fields in Wh',
    ],
    [
      'A5D',
      [
        `${cups};2026/08/01 01:00;1;189;;;;;;;;TA/1`,
        `${cups};2026/08/01 02:00;1;;;;;;;;;TA/1`,
        `${cups};2026/08/01 03:00;1;0;7;;;;;2;0;TA/1`,
      ],
      'no source where all is well',
    ],
    [
      'P5D',
      [`${cups};2026/08/01 01:00;1;189;`, `${cups};2026/08/01 02:00;1;;`, `${cups};2026/08/01 03:00;1;0;7`],
      'five fields',
    ],
    [
      'P1D',
      [
        `${cups};11;2026/08/01 01:00:00;1;0.189;0;0.000;128;0.000;128;0.000;128;0.000;128;0.000;128;0.000;128;0.000;128;1;1`,
        `${cups};11;2026/08/01 02:00:00;1;0.000;128;0.000;128;0.000;128;0.000;128;0.000;128;0.000;128;0.000;128;0.000;128;1;1`,
        `${cups};11;2026/08/01 03:00:00;1;0.000;0;0.007;0;0.000;128;0.000;128;0.000;128;0.000;128;0.000;128;0.000;128;7;1`,
      ],
      'kWh, and 128 where there is nothing',
    ],
    [
      'datadis',
      [
        'cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh;energiaGenerada_kWh;energiaAutoconsumida_kWh',
        `${cups};2026/08/01;01:00;0,189;Real;;;`,
        `${cups};2026/08/01;02:00;;Real;;;`,
        `${cups};2026/08/01;03:00;0,000;Estimada;0,007;;`,
      ],
      'kWh with a comma',
    ],
  ])('%s: %s', (format, lines) => {
    expect([...writeCurveFile(format, [day])].slice(0, lines.length)).toEqual(lines.map((line) => `${line}\n`))
  })

  test.each<[day: string, zone: MarketTimeZone, ends: string[], reason: string]>([
    ['2026-08-01', 'Europe/Madrid', ['2026/08/01 01:00;1', '2026/08/01 02:00;1'], 'summer'],
    ['2026-12-01', 'Europe/Madrid', ['2026/12/01 01:00;0', '2026/12/01 02:00;0'], 'winter'],
    [
      '2026-10-25',
      'Europe/Madrid',
      ['2026/10/25 01:00;1', '2026/10/25 02:00;1', '2026/10/25 02:00;0', '2026/10/25 03:00;0'],
      'October says 02:00 twice',
    ],
    ['2026-03-29', 'Europe/Madrid', ['2026/03/29 01:00;0', '2026/03/29 03:00;1'], 'March leaves it out'],
    [
      '2026-10-25',
      'Atlantic/Canary',
      ['2026/10/25 01:00;1', '2026/10/25 01:00;0', '2026/10/25 02:00;0'],
      'an hour earlier',
    ],
  ])('%s in %s begins with %j: %s', (date, zone, ends) => {
    const count = countIntervalsOf(date, 60, zone)
    const lines = [...writeCurveFile('P5D', [aDay({ day: date, importWh: new Array(count).fill(1) })], () => zone)]
    expect(lines.slice(0, ends.length)).toEqual(ends.map((end) => `${cups};${end};1;\n`))
    expect(lines.at(-1)).toContain(`;${addDays(date, 1).replaceAll('-', '/')} 00:00;`)
  })
})

function aDay(day: Partial<CurveDay>): CurveDay {
  return {
    cups,
    day: '2026-08-01',
    source: 'F5D',
    stepMinutes: 60,
    importWh: [],
    exportWh: null,
    reactiveVarh: null,
    quality: null,
    version: 0,
    invoice: null,
    ...day,
  }
}

/** Generates one to four consecutive days of one supply point, some of them with a clock change. */
function daysIn(format: WrittenFormat): fc.Arbitrary<(zone: MarketTimeZone) => CurveDay[]> {
  const { step, qualities, reactive, invoice } = abilities[format]
  const value = fc.option(fc.nat(9_999_999), { freq: 8 })
  const column = fc.option(fc.array(value, { minLength: 100, maxLength: 100 }), { freq: 2 })
  const drawn = fc.record({
    importWh: fc.array(value, { minLength: 100, maxLength: 100 }),
    exportWh: column,
    reactiveVarh: reactive ? column : fc.constant(null),
    quality: fc.array(fc.constantFrom(...qualities), { minLength: 100, maxLength: 100 }),
    isPlain: fc.boolean(),
    invoice: invoice ? fc.option(fc.constantFrom('TA/202600000001', 'M26040709')) : fc.constant(null),
  })
  const first = fc.constantFrom('2026-10-24', '2026-10-25', '2026-03-28', '2026-03-29', '2026-08-01', '2026-12-31')
  return fc.tuple(first, fc.array(drawn, { minLength: 1, maxLength: 4 })).map(
    ([firstDay, parts]) =>
      (zone) =>
        parts.map((part, at) => {
          const day = addDays(firstDay, at)
          const count = countIntervalsOf(day, step, zone)
          const importWh = part.importWh.slice(0, count)
          const exportWh = unlessEmpty(part.exportWh?.slice(0, count))
          const reactiveVarh = unlessEmpty(part.reactiveVarh?.slice(0, count))
          const hasValue = (index: number) =>
            [importWh, exportWh, reactiveVarh].some((values) => (values?.[index] ?? null) !== null)
          const quality = importWh.map((_, index) => (hasValue(index) ? part.quality[index] : '-')).join('')
          const isGood = part.isPlain || /^[R-]*$/.test(quality)
          return aDay({
            day,
            source: format,
            stepMinutes: step,
            importWh,
            exportWh,
            reactiveVarh,
            quality: isGood ? null : quality,
            version: 4,
            invoice: part.invoice,
          })
        }),
  )
}

function unlessEmpty(values: (number | null)[] | undefined): (number | null)[] | null {
  return values?.some((value) => value !== null) ? values : null
}

function byDay(a: CurveDay, b: CurveDay): number {
  return a.day < b.day ? -1 : 1
}
