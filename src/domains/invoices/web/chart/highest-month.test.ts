import { expect, test } from 'vitest'
import { sampleInvoice } from '../invoice-testing.ts'
import { findHighestMonth } from './highest-month.ts'
import { monthSumOf } from './month-sums.ts'

test.each<[string, [month: string, amountTotalCents: number][], ReturnType<typeof findHighestMonth>]>([
  [
    'several invoices of a month together',
    [
      ['2026-08-01', 4000],
      ['2026-09-01', 2500],
      ['2026-09-01', 2000],
    ],
    { month: '2026-09-01', cents: 4500 },
  ],
  [
    'the older of two equal months',
    [
      ['2026-09-01', 4000],
      ['2026-08-01', 4000],
    ],
    { month: '2026-08-01', cents: 4000 },
  ],
  [
    'refunds count as negative',
    [
      ['2026-09-01', -4000],
      ['2026-08-01', -100],
    ],
    { month: '2026-08-01', cents: -100 },
  ],
  ['none without invoices', [], null],
])('finds the highest month: %s', (_, invoices, highest) => {
  const sums = invoices.map(([month, amountTotalCents]) => monthSumOf(sampleInvoice({ month, amountTotalCents })))
  expect(findHighestMonth(sums)).toEqual(highest)
})
