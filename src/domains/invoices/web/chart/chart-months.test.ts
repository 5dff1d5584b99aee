import { expect, test } from 'vitest'
import { sampleInvoice } from '../invoice-testing.ts'
import type { InvoiceModel } from '../parse-invoice.ts'
import { groupByMonth as chartedSums } from './chart-months.ts'
import { monthSumOf } from './month-sums.ts'

const chartedMonths = (invoices: InvoiceModel[], maxContracts: number) =>
  chartedSums(invoices.map(monthSumOf), maxContracts)

test('sorts months without gaps; a month without an invoice is null, not zero', () => {
  const { months, charted } = chartedMonths(
    [sampleInvoice({ month: '2026-03-01' }), sampleInvoice({ month: '2026-01-01', amountTotalCents: 1 })],
    10,
  )
  expect(months).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
  expect(charted.map(({ settledCents, energyWh }) => ({ settledCents, energyWh }))).toEqual([
    { settledCents: [1, null, 5000], energyWh: [200_000, null, 200_000] },
  ])
})

test('a multipoint invoice has no energy', () => {
  const { charted } = chartedMonths([sampleInvoice({ energyWh: null, contractName: null })], 10)
  expect(charted[0]?.energyWh).toEqual([null])
})

test.each<[string, Partial<InvoiceModel>, number, number | null]>([
  ['a paid invoice: nothing is due', {}, 5000, null],
  ['an unpaid invoice: all of it is due', { status: 'unpaid', amountPendingCents: 5000 }, 0, 5000],
  ['a partly paid invoice: the rest is due', { status: 'partly_paid', amountPendingCents: 2000 }, 3000, 2000],
  [
    'an invoice to be charged by the bank: nothing is due yet',
    { status: 'will_be_charged', amountPendingCents: 5000 },
    5000,
    null,
  ],
])('%s', (_, fields, settled, due) => {
  const { charted, dueCents } = chartedMonths([sampleInvoice(fields)], 10)
  expect([charted[0]?.settledCents, dueCents]).toEqual([[settled], [due]])
})

test('an invoice that cancels another subtracts its amount and energy', () => {
  const { charted } = chartedMonths(
    [
      sampleInvoice({ amountTotalCents: 6300, energyWh: 240_000 }),
      sampleInvoice({ amountTotalCents: -6300, energyWh: -240_000, rectificativeType: 'A', status: 'refunded' }),
      sampleInvoice({ amountTotalCents: 6000, energyWh: 230_000, rectificativeType: 'R' }),
    ],
    10,
  )
  expect(charted[0]).toMatchObject({ settledCents: [6000], energyWh: [230_000] })
})

const ofContracts = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    sampleInvoice({
      contractName: String(index + 1),
      address: `Calle ${index + 1}`,
      amountTotalCents: (index + 1) * 100,
    }),
  )

test.each([
  ['a single contract is not shown separately', 1, 10, [null]],
  ['two contracts are shown separately, the larger first', 2, 10, ['2', '1']],
  ['ten of ten contracts are shown separately', 10, 10, ['10', '9', '8', '7', '6', '5', '4', '3', '2', '1']],
  ['more contracts than the setting allows are combined', 11, 10, [null]],
  ['the setting may combine all contracts', 2, 1, [null]],
])('%s', (_, count, maxContracts, expected) => {
  const { charted } = chartedMonths(ofContracts(count), maxContracts)
  expect(charted.map(({ contractName }) => contractName)).toEqual(expected)
  const sumCents = charted.reduce((sum, { settledCents }) => sum + settledCents[0]!, 0)
  expect(sumCents).toBe((count * (count + 1) * 100) / 2)
})
