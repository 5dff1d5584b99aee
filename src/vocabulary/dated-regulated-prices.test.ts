import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findRegulatedPriceAt,
  type RegulatedPriceSeries,
  regulatedPriceAt,
  splitByValidity,
} from './dated-regulated-prices.ts'
import { addDays, dayCount } from './day.ts'

const rate: RegulatedPriceSeries = {
  name: 'electricity_tax',
  unit: '%',
  rows: [
    { validFrom: '2024-04-01', validTo: '2024-07-01', value: '3.8', source: 'Real Decreto-ley 8/2023' },
    { validFrom: '2026-01-01', validTo: null, value: '5.1', source: 'Ley 38/1992' },
  ],
}

describe('a dated regulated price', () => {
  test.each([
    ['2024-04-01', '3.8', 'its first day is its own'],
    ['2024-06-30', '3.8', 'the day before the end still is'],
    ['2026-01-01', '5.1', 'the next row begins'],
    ['2099-12-31', '5.1', 'no end is known'],
  ])('on %s is %s, because %s', (day, value) => {
    expect(regulatedPriceAt(rate, day).value).toBe(value)
  })

  test.each([
    ['2024-03-31', 'the day before it begins'],
    ['2024-07-01', 'the first day on which it no longer holds'],
    ['2025-12-31', 'the last day of a gap'],
  ])('is reported missing by name on %s, %s', (day) => {
    expect(() => regulatedPriceAt(rate, day)).toThrow(`No value of electricity_tax (%) is known for ${day}`)
    expect(findRegulatedPriceAt(rate, day)).toBeUndefined()
  })
})

describe('a range of days', () => {
  const changing: RegulatedPriceSeries = {
    ...rate,
    rows: [
      { validFrom: '2026-01-01', validTo: '2026-06-26', value: '1', source: 'first' },
      { validFrom: '2026-06-26', validTo: '2026-06-28', value: '2', source: 'second' },
      { validFrom: '2026-06-28', validTo: null, value: '3', source: 'third' },
    ],
  }

  test.each([
    ['2026-06-01', '2026-06-25', ['2026-06-01 2026-06-25 1'], 'it ends the day before a change'],
    ['2026-06-25', '2026-06-26', ['2026-06-25 2026-06-25 1', '2026-06-26 2026-06-26 2'], 'a change is on its last day'],
    ['2026-06-26', '2026-06-27', ['2026-06-26 2026-06-27 2'], 'it is exactly one value long'],
    [
      '2026-06-20',
      '2026-07-19',
      ['2026-06-20 2026-06-25 1', '2026-06-26 2026-06-27 2', '2026-06-28 2026-07-19 3'],
      'it has two changes',
    ],
  ])('from %s to %s is split into %j, because %s', (firstDay, lastDay, parts) => {
    const cut = splitByValidity({ firstDay, lastDay }, (day) => regulatedPriceAt(changing, day))
    expect(cut.map((part) => `${part.firstDay} ${part.lastDay} ${part.valid.value}`)).toEqual(parts)
  })

  test('covers every day once, however it is split', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 120 }), (offset, length) => {
        const firstDay = addDays('2026-01-01', offset)
        const lastDay = addDays(firstDay, length - 1)
        const parts = splitByValidity({ firstDay, lastDay }, (day) => regulatedPriceAt(changing, day))
        expect(parts.reduce((days, part) => days + dayCount(part.firstDay, part.lastDay), 0)).toBe(length)
        expect(parts.map((part) => part.firstDay)).toEqual([
          firstDay,
          ...parts.slice(0, -1).map((part) => addDays(part.lastDay, 1)),
        ])
      }),
    )
  })
})
