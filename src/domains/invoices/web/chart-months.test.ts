import { expect, test } from 'vitest'
import { chartedMonths as chartedSums } from './chart-months.ts'
import { invoice } from './invoice-testing.ts'
import { sumOfInvoice } from './month-sums.ts'
import type { ReadInvoice } from './read-invoice.ts'

const chartedMonths = (invoices: ReadInvoice[], maxContracts: number) =>
  chartedSums(invoices.map(sumOfInvoice), maxContracts)

test('months come in order and without gaps; a month without an invoice is no zero', () => {
  const { months, charted } = chartedMonths(
    [invoice({ month: '2026-03-01' }), invoice({ month: '2026-01-01', amountTotalCents: 1 })],
    10,
  )
  expect(months).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
  expect(charted.map(({ settledCents, energyWh }) => ({ settledCents, energyWh }))).toEqual([
    { settledCents: [1, null, 5000], energyWh: [200_000, null, 200_000] },
  ])
})

test('an invoice that gathers others tells no energy', () => {
  const { charted } = chartedMonths([invoice({ energyWh: null, contractName: null })], 10)
  expect(charted[0]?.energyWh).toEqual([null])
})

test.each<[string, Partial<ReadInvoice>, number, number | null]>([
  ['paid: nothing is due', {}, 5000, null],
  ['unpaid: all of it is due', { standing: 'unpaid', amountPendingCents: 5000 }, 0, 5000],
  ['partly paid: the rest is due', { standing: 'partly_paid', amountPendingCents: 2000 }, 3000, 2000],
  ['the bank will be asked: nothing is due yet', { standing: 'will_be_charged', amountPendingCents: 5000 }, 5000, null],
])('%s', (_, told, settled, due) => {
  const { charted, dueCents } = chartedMonths([invoice(told)], 10)
  expect([charted[0]?.settledCents, dueCents]).toEqual([[settled], [due]])
})

test('an invoice that cancels another takes back its amount and its energy', () => {
  const { charted } = chartedMonths(
    [
      invoice({ amountTotalCents: 6300, energyWh: 240_000 }),
      invoice({ amountTotalCents: -6300, energyWh: -240_000, rectificativeType: 'A', standing: 'refunded' }),
      invoice({ amountTotalCents: 6000, energyWh: 230_000, rectificativeType: 'R' }),
    ],
    10,
  )
  expect(charted[0]).toMatchObject({ settledCents: [6000], energyWh: [230_000] })
})

const ofContracts = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    invoice({ contractName: String(index + 1), address: `Calle ${index + 1}`, amountTotalCents: (index + 1) * 100 }),
  )

test.each([
  ['one contract is all there is', 1, 10, [null]],
  ['two stand apart, the larger first', 2, 10, ['2', '1']],
  ['ten of ten stand apart', 10, 10, ['10', '9', '8', '7', '6', '5', '4', '3', '2', '1']],
  ['more than the setting allows go all together', 11, 10, [null]],
  ['the setting may allow none apart', 2, 1, [null]],
])('%s', (_, count, maxContracts, expected) => {
  const { charted } = chartedMonths(ofContracts(count), maxContracts)
  expect(charted.map(({ contractName }) => contractName)).toEqual(expected)
  const sumCents = charted.reduce((sum, { settledCents }) => sum + settledCents[0]!, 0)
  expect(sumCents).toBe((count * (count + 1) * 100) / 2)
})
