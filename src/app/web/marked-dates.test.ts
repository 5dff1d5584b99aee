import { expect, test } from 'vitest'
import { markDates, restoreDates } from './marked-dates.ts'

const day = new Date('2026-11-20T12:00:00Z')

test.each<[reason: string, data: unknown]>([
  ['without dates', { items: [{ id: 1, name: null }], total: 2, isLast: false }],
  [
    'with a date in a list in an object',
    {
      points: [
        { start: day, wh: 3 },
        { start: day, wh: null },
      ],
      kept: ['x'],
    },
  ],
  ['that is a date', day],
  ['that is text', '2026-11-20T12:00:00.000Z'],
  ['that is missing', null],
])('data %s survives JSON', (_, data) => {
  expect(restoreDates(JSON.parse(JSON.stringify(markDates(data))))).toEqual(data)
})

test('parts without a date are not copied', () => {
  const rows = [{ id: 1 }]
  expect(markDates({ rows, at: day })).toMatchObject({ rows })
  expect((markDates({ rows, at: day }) as { rows: unknown }).rows).toBe(rows)
})
