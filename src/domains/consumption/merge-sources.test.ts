import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CurveSource } from './curve.ts'
import { mergedSources, type SourceDay } from './merge-sources.ts'

const hours = 24
const nothing = (length: number) => new Array<number | null>(length).fill(null)

function hourly(source: CurveSource, value: (hour: number) => number | null, quality: string | null = null): SourceDay {
  const importWh = Array.from({ length: hours }, (_, hour) => value(hour))
  return { source, stepMinutes: 60, importWh, exportWh: null, reactiveVarh: null, quality }
}

function quarterly(source: CurveSource, value: (quarter: number) => number | null): SourceDay {
  const importWh = Array.from({ length: hours * 4 }, (_, quarter) => value(quarter))
  return { source, stepMinutes: 15, importWh, exportWh: null, reactiveVarh: null, quality: null }
}

const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
const byHour = ({ stepMinutes, importWh }: SourceDay) =>
  stepMinutes === 60
    ? importWh.map((value) => value ?? 0)
    : Array.from({ length: importWh.length / 4 }, (_, hour) => sum(importWh.slice(hour * 4, hour * 4 + 4)))

test('a partial day of a better source leaves the hours that another knows', () => {
  const merged = mergedSources([
    hourly('F5D', (hour) => (hour < 10 ? 100 : null)),
    hourly('P1D', (hour) => (hour === 23 ? null : 200)),
  ])
  expect(merged.importWh).toEqual([...Array(10).fill(100), ...Array(13).fill(200), null])
})

test('a whole day of the best source stays as it is', () => {
  const best = hourly('F5D', () => 100)
  expect(mergedSources([best, hourly('P1D', () => 200)])).toBe(best)
})

test.each(['A5D', 'B5D', 'medidas'] as const)('what %s tells of panels is no use of energy', (source) => {
  const gaps = hourly('F5D', (hour) => (hour < 10 ? 100 : null))
  expect(mergedSources([gaps, hourly(source, () => 900)])).toEqual(gaps)
  const alone = hourly(source, (hour) => (hour < 10 ? 900 : null))
  expect(mergedSources([alone, hourly('csv', () => 1)])).toBe(alone)
})

test('quarter hours are those that were measured where they sum up to what is billed', () => {
  const quarters = quarterly('P2D', (quarter) => 20 + (quarter % 4) * 4)
  const merged = mergedSources([hourly('F5D', () => 104), quarters], { finest: true })
  expect(merged).toMatchObject({ stepMinutes: 15, importWh: quarters.importWh, quality: null })
})

test('they are fitted to what is billed where they differ, and say so', () => {
  const quarters = quarterly('P2D', (quarter) => (quarter % 4) + 1)
  const merged = mergedSources([hourly('F5D', (hour) => (hour === 0 ? 21 : 10)), quarters], { finest: true })
  expect(merged.importWh.slice(0, 8)).toEqual([2, 4, 7, 8, 1, 2, 3, 4])
  expect(merged.quality).toBe(`EEEE${'R'.repeat(92)}`)
})

test('quarters that were not measured take what is left of their hour', () => {
  const quarters = quarterly('P2D', (quarter) => (quarter % 4 < 2 ? 10 : null))
  const merged = mergedSources([hourly('F5D', () => 50), quarters], { finest: true })
  expect(merged.importWh.slice(0, 4)).toEqual([10, 10, 15, 15])
  const other = mergedSources([quarters, hourly('datadis', () => 50)])
  expect(other.importWh.slice(0, 4)).toEqual([10, 10, 15, 15])
  expect(other.quality?.slice(0, 4)).toBe('RREE')
})

test('hours and quarters of one day always come to the same', () => {
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
    fc.property(fc.array(day, { minLength: 1, maxLength: 4 }), (told) => {
      const days = told.map((each) => ({ ...each, exportWh: null, reactiveVarh: null, quality: null }))
      const coarse = mergedSources(days)
      const fine = mergedSources(days, { finest: true })
      expect(byHour(fine)).toEqual(byHour(coarse))
      const best = days[0]!
      for (const [index, wh] of best.importWh.entries())
        if (wh !== null && best.stepMinutes === 60) expect(byHour(coarse)[index]).toBe(wh)
    }),
  )
})

test('a gap that nobody knows stays one', () => {
  const merged = mergedSources([hourly('F5D', (hour) => (hour ? 1 : null)), hourly('csv', () => null)])
  expect(merged.importWh).toEqual([null, ...nothing(23).map(() => 1)])
})
