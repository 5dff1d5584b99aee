import { expect, test } from 'vitest'
import { parseCurve } from './parse-curve.ts'

const nothing = {
  data_from: null,
  data_until: null,
  step_minutes: null,
  translations: {},
  magnitudes: { elements: [] },
}
const range = { start: '2026-10-25', end: '2026-10-25' }

test('merges entries per period into one interval with a series per period', () => {
  const october = '2026-10-01T00:00:00+02:00'
  const november = '2026-11-01T00:00:00+01:00'
  const curve = parseCurve(
    'monthly',
    {
      ...nothing,
      start: '2026-10-01',
      end: '2026-11-30',
      curve: {
        date: [october, october, october, november],
        period: ['P1', 'P2', 'P3', null],
        activa: [1.5, 2.001, null, null],
        exportada: [0.5, null, 0.25, null],
        reactiva: [3, null, null, null],
        missing: [2, 2, 2, 0],
        estimated: [1, 1, 1, 0],
      },
    },
    range,
  )
  expect(curve).toMatchObject({
    type: 'monthly',
    starts: [october, november],
    usedWh: [
      { period: 1, values: [1500, null] },
      { period: 2, values: [2001, null] },
    ],
    fedInWh: [750, null],
    reactiveVarh: [3000, null],
    periods: [null, null],
    missingHours: [2, 0],
    estimatedHours: [1, 0],
  })
})

test('keeps the hour repeated in October as two intervals', () => {
  const curve = parseCurve(
    'hourly',
    {
      ...nothing,
      ...range,
      curve: {
        date: ['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00'],
        period: ['P3', 'P3'],
        activa: [1, 2],
        exportada: [0, 0],
        reactiva: [null, null],
        missing: [0, 0],
        estimated: [0, 0],
      },
    },
    range,
  )
  expect(curve.starts).toHaveLength(2)
  expect(curve.usedWh).toEqual([{ period: 3, values: [1000, 2000] }])
  expect(curve.periods).toEqual([3, 3])
})

test('omits a series that is always zero, such as the feed-in of a flat without panels', () => {
  const curve = parseCurve(
    'hourly',
    {
      ...nothing,
      ...range,
      curve: {
        date: ['2026-10-25T00:00:00+02:00'],
        period: [null],
        activa: [0],
        exportada: [0],
        reactiva: [null],
        missing: [0],
        estimated: [0],
      },
    },
    range,
  )
  expect(curve).toMatchObject({ fedInWh: null, reactiveVarh: null, usedWh: [{ period: null, values: [0] }] })
})

test('parses records like columns, and leaves values unknown that a server does not return', () => {
  const date = '2026-10-25T02:00:00+02:00'
  const columns = { date: [date], period: ['P3' as const], activa: [1], exportada: [0.5], reactiva: [null] }
  const fromColumns = parseCurve('hourly', { curve: columns, magnitudes: { elements: [] } }, range)
  const fromRecords = parseCurve('hourly', [{ date, period: 'P3', activa: 1, exportada: 0.5, reactiva: null }], range)
  expect(fromRecords).toEqual(fromColumns)
  expect(fromRecords).toMatchObject({
    range,
    usedWh: [{ period: 3, values: [1000] }],
    fedInWh: [500],
    missingHours: [0],
    dataFrom: null,
    dataUntil: null,
    stepMinutes: null,
  })
})
