import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CurveSource, StoredDay } from './curve.ts'
import { mergeSources } from './merge-sources.ts'

const hours = 24
const nothing = (length: number) => new Array<number | null>(length).fill(null)

function hourly(source: CurveSource, value: (hour: number) => number | null, quality: string | null = null): StoredDay {
  const importWh = Array.from({ length: hours }, (_, hour) => value(hour))
  return { day: '2026-11-20', source, stepMinutes: 60, importWh, exportWh: null, reactiveVarh: null, quality }
}

function quarterly(source: CurveSource, value: (quarter: number) => number | null): StoredDay {
  const importWh = Array.from({ length: hours * 4 }, (_, quarter) => value(quarter))
  return { day: '2026-11-20', source, stepMinutes: 15, importWh, exportWh: null, reactiveVarh: null, quality: null }
}

const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
const byHour = ({ stepMinutes, importWh }: StoredDay) =>
  stepMinutes === 60
    ? importWh.map((value) => value ?? 0)
    : Array.from({ length: importWh.length / 4 }, (_, hour) => sum(importWh.slice(hour * 4, hour * 4 + 4)))

test('fills a partial day of a better source with the hours of another source', () => {
  const merged = mergeSources([
    hourly('F5D', (hour) => (hour < 10 ? 100 : null)),
    hourly('P1D', (hour) => (hour === 23 ? null : 200)),
  ])
  expect(merged.importWh).toEqual([...Array(10).fill(100), ...Array(13).fill(200), null])
})

test('leaves a complete day of the best source unchanged', () => {
  const best = hourly('F5D', () => 100)
  expect(mergeSources([best, hourly('P1D', () => 200)])).toBe(best)
})

test.each(['A5D', 'B5D', 'medidas'] as const)('does not count the panel data of %s as energy used', (source) => {
  const gaps = hourly('F5D', (hour) => (hour < 10 ? 100 : null))
  expect(mergeSources([gaps, hourly(source, () => 900)])).toEqual(gaps)
  const alone = hourly(source, (hour) => (hour < 10 ? 900 : null))
  expect(mergeSources([alone, hourly('csv', () => 1)])).toBe(alone)
})

test('keeps measured quarter hours whose sums match the billed hours', () => {
  const quarters = quarterly('P2D', (quarter) => 20 + (quarter % 4) * 4)
  const merged = mergeSources([hourly('F5D', () => 104), quarters], { finest: true })
  expect(merged).toMatchObject({ stepMinutes: 15, importWh: quarters.importWh, quality: null })
})

test('fits quarter hours to the billed hours where they differ, and marks them as estimated', () => {
  const quarters = quarterly('P2D', (quarter) => (quarter % 4) + 1)
  const merged = mergeSources([hourly('F5D', (hour) => (hour === 0 ? 21 : 10)), quarters], { finest: true })
  expect(merged.importWh.slice(0, 8)).toEqual([2, 4, 7, 8, 1, 2, 3, 4])
  expect(merged.quality).toBe(`EEEE${'R'.repeat(92)}`)
})

test('distributes the rest of an hour among its quarters without values', () => {
  const quarters = quarterly('P2D', (quarter) => (quarter % 4 < 2 ? 10 : null))
  const merged = mergeSources([hourly('F5D', () => 50), quarters], { finest: true })
  expect(merged.importWh.slice(0, 4)).toEqual([10, 10, 15, 15])
  const other = mergeSources([quarters, hourly('datadis', () => 50)])
  expect(other.importWh.slice(0, 4)).toEqual([10, 10, 15, 15])
  expect(other.quality?.slice(0, 4)).toBe('RREE')
})

test('gives the same daily sum for hours and quarter hours', () => {
  const value = fc.option(fc.integer({ min: 0, max: 500 }), { freq: 3 })
  const day = fc.oneof(
    fc.record({
      source: fc.constantFrom<CurveSource>('F5D', 'P1D', 'datadis'),
      stepMinutes: fc.constant(60 as const),
      importWh: fc.array(value, { minLength: hours, maxLength: hours }),
    }),
    fc.record({
      source: fc.constantFrom<CurveSource>('P2D', 'csv'),
      stepMinutes: fc.constant(15 as const),
      importWh: fc.array(value, { minLength: hours * 4, maxLength: hours * 4 }),
    }),
  )
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 4 }), (measured) => {
      const days = measured.map((each) => ({
        ...each,
        day: '2026-11-20',
        exportWh: null,
        reactiveVarh: null,
        quality: null,
      }))
      const coarse = mergeSources(days)
      const fine = mergeSources(days, { finest: true })
      expect(byHour(fine)).toEqual(byHour(coarse))
      const best = days[0]!
      for (const [index, wh] of best.importWh.entries())
        if (wh !== null && best.stepMinutes === 60) expect(byHour(coarse)[index]).toBe(wh)
    }),
  )
})

test('leaves a gap that no source fills', () => {
  const merged = mergeSources([hourly('F5D', (hour) => (hour ? 1 : null)), hourly('csv', () => null)])
  expect(merged.importWh).toEqual([null, ...nothing(23).map(() => 1)])
})
