import { expect, test } from 'vitest'
import { highestMonth } from './highest-month.ts'
import { invoice } from './invoice-testing.ts'
import { sumOfInvoice } from './month-sums.ts'

test.each<[string, [month: string, amountTotalCents: number][], ReturnType<typeof highestMonth>]>([
  [
    'several invoices of a month count together',
    [
      ['2026-08-01', 4000],
      ['2026-09-01', 2500],
      ['2026-09-01', 2000],
    ],
    { month: '2026-09-01', cents: 4500 },
  ],
  [
    'the older of two that are alike',
    [
      ['2026-09-01', 4000],
      ['2026-08-01', 4000],
    ],
    { month: '2026-08-01', cents: 4000 },
  ],
  [
    'money given back is less than nothing',
    [
      ['2026-09-01', -4000],
      ['2026-08-01', -100],
    ],
    { month: '2026-08-01', cents: -100 },
  ],
  ['none without invoices', [], null],
])('the month that stands out: %s', (_, invoices, highest) => {
  const sums = invoices.map(([month, amountTotalCents]) => sumOfInvoice(invoice({ month, amountTotalCents })))
  expect(highestMonth(sums)).toEqual(highest)
})
