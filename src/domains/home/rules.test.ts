import { describe, expect, test } from 'vitest'
import {
  barsOf,
  calledName,
  comparedWithYearBefore,
  direction,
  readMonth,
  type ShownInvoice,
  scalePlace,
} from './rules.ts'

function invoice(startsOn: string | null, amountTotalCents = 5213, energyWh: number | null = 190_000): ShownInvoice {
  return { startsOn, issuedOn: startsOn ?? '2026-11-05', amountTotalCents, energyWh }
}

describe('the newest invoice', () => {
  const october = invoice('2026-10-01', 5213, 190_000)
  const comparisons: [reason: string, others: ShownInvoice[], compared: object | null][] = [
    ['less money and less energy', [invoice('2025-10-01', 6140, 223_000)], { cents: -927, energyWh: -33_000 }],
    ['more of both', [invoice('2025-10-03', 5000, 180_000)], { cents: 213, energyWh: 10_000 }],
    ['other months do not count', [invoice('2025-09-01'), invoice('2024-10-01')], null],
    ['nor does one that tells no energy', [invoice('2025-10-01', 6140, null)], null],
    ['nor itself', [october], null],
  ]
  test.each(comparisons)('compares with a year before: %s', (_, others, compared) => {
    expect(comparedWithYearBefore(october, others)).toEqual(compared)
  })

  test.each([
    [-1, 'less'],
    [0, 'same'],
    [1, 'more'],
  ] as const)('%i is %s', (difference, word) => expect(direction(difference)).toBe(word))
})

test('the drawing shows the last twelve invoices that ask for something, oldest first', () => {
  const months = Array.from({ length: 14 }, (_, index) =>
    invoice(`2025-${String((index % 12) + 1).padStart(2, '0')}-01`),
  )
  const cancelling = invoice('2026-03-01', -5213)
  const bars = barsOf([cancelling, invoice('2026-02-01'), ...months])
  expect(bars).toHaveLength(12)
  expect(bars.at(-1)?.startsOn).toBe('2026-02-01')
  expect(bars[0]!.startsOn! <= bars[1]!.startsOn!).toBe(true)
})

test('three periods take the first, the middle and the last place of the scale of six', () => {
  expect(([1, 2, 3] as const).map((period) => scalePlace(period, 3))).toEqual([1, 3, 6])
  expect(scalePlace(4, 6)).toBe(4)
})

describe('the month that has readings', () => {
  const months: [reason: string, today: string, start: string, end: string][] = [
    ['this one, up to today', '2026-11-20', '2026-11-01', '2026-11-20'],
    ['the whole one before while readings are on their way', '2026-11-03', '2026-10-01', '2026-10-31'],
    ['this one from the day on which its first readings may have come', '2026-11-04', '2026-11-01', '2026-11-04'],
    ['over a new year', '2027-01-02', '2026-12-01', '2026-12-31'],
  ]
  test.each(months)('is %s', (_, today, start, end) => expect(readMonth(today)).toEqual({ start, end }))
})

test('a person is called by the first name, a company by its whole one', () => {
  expect(calledName({ name: 'Marta Ferrer', isCompany: false })).toBe('Marta')
  expect(calledName({ name: 'Taller Ferrer SL', isCompany: true })).toBe('Taller Ferrer SL')
})
