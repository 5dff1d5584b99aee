import { expect, test } from 'vitest'
import { applyOperatorRows } from '#domains/regulated-prices/kinds.ts'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import { compensationCents, figuresOn, minimumCents } from './compensation.ts'

test.each([
  ['2001-01-15', undefined],
  ['2001-01-16', '30.050605'],
  ['2026-11-27', '30.050605'],
])('a term missed on %s costs at least %s €', (day, minimum) =>
  expect(figuresOn('missed_quality_term', day, regulatedPrices)?.minimum).toBe(minimum),
)

test('a row of an operator replaces the figures from its day on', () => {
  const row = {
    name: 'missed_quality_minimum',
    valid_from: '2027-01-01',
    valid_to: null,
    value: '40',
    source: 'RD 1/2027',
  }
  const percent = { ...row, name: 'missed_quality_percent', value: '12.5' }
  const prices = applyOperatorRows([row, percent])
  expect(figuresOn('missed_quality_term', '2026-12-31', prices)).toMatchObject({ minimum: '30.050605' })
  expect(figuresOn('missed_quality_term', '2027-01-01', prices)).toEqual({
    ...{ rule: 'missed_quality_term', minimum: '40', percentOfFirstBill: 13, source: 'RD 1/2027' },
  })
})

test.each([
  ['30.050605', 3006],
  ['30.05', 3005],
  ['30', 3000],
  ['0.000001', 1],
])('%s € are %s cents, rounded up', (minimum, cents) => expect(minimumCents({ minimum })).toBe(cents))

test.each([
  ['the minimum of a small bill', 10_000, 3006],
  ['the minimum of a bill of which a tenth is as much', 30_060, 3006],
  ['a tenth of a greater bill', 30_070, 3007],
  ['a tenth rounded up', 30_061, 3007],
  ['the minimum where the bill is in the customer’s favour', -50_000, 3006],
])('pays %s', (_, bill, cents) =>
  expect(compensationCents({ minimumCents: 3006, percentOfFirstBill: 10 }, bill)).toBe(cents),
)
