import { expect, test } from 'vitest'
import type { BillLine } from './bill.ts'
import { costHours } from './cost-hours.ts'
import type { Period } from './tariff-periods.ts'

const days = { firstDay: '2026-09-01', lastDay: '2026-09-30', days: null, figure: null }

function energy(period: Period, quantity: string, unitPrice: string): BillLine {
  const amountCents = Math.round(Number(quantity) * Number(unitPrice) * 100)
  return { ...days, kind: 'energy', period, quantity, unit: 'kWh', unitPrice, amountCents }
}
const vat: BillLine = {
  ...days,
  kind: 'vat',
  period: null,
  quantity: '20',
  unit: 'percent',
  unitPrice: '10',
  amountCents: 200,
}
const discount: BillLine = {
  ...{ ...days, kind: 'energy_discount', period: null },
  ...{ quantity: '20', unit: 'percent', unitPrice: '-50', amountCents: -1000 },
}
const hour = (period: Period | null, energyWh: number | null, marketCents?: number) => ({
  ...{ period, energyWh },
  ...(marketCents !== undefined && { marketCents }),
})

test.each<[string, BillLine[], ReturnType<typeof hour>[], (number | null)[], string]>([
  [
    'the price of its period',
    [energy(1, '50', '0.2'), energy(2, '100', '0.1'), vat],
    [hour(1, 1000), hour(2, 500)],
    [22, 5.5],
    'with VAT',
  ],
  [
    'the only price in any period',
    [energy(1, '100', '0.2'), vat],
    [hour(1, 1000), hour(3, 1000)],
    [22, 22],
    'one price',
  ],
  ['its share of a discount', [energy(1, '100', '0.2'), discount], [hour(1, 1000)], [10], 'half of it'],
  ['nothing known without a value', [energy(1, '100', '0.2')], [hour(1, null)], [null], 'never zero'],
  [
    'nothing known in a period without a price',
    [energy(1, '50', '0.2'), energy(2, '50', '0.1')],
    [hour(3, 1000)],
    [null],
    'no price',
  ],
  [
    'as much more or less than its period as the market asked for it',
    [energy(1, '4', '0.2'), energy(2, '4', '0.1')],
    [hour(1, 1000, 12), hour(1, 3000, 4), hour(2, 1000, 7), hour(2, 3000, 7)],
    [26, 54, 10, 30],
    'P1 had a mean of 6 at the market, by its energy',
  ],
  [
    'with its discount and taxes on the market too',
    [energy(1, '2', '0.2'), { ...discount, amountCents: -20 }, vat],
    [hour(1, 1000, 10), hour(3, 1000, 4), hour(3, null, 90)],
    [12.65, 9.35, null],
    'one price, with a mean of 7 over all periods',
  ],
  [
    'the price of its period where the market is not known',
    [energy(1, '2', '0.2')],
    [hour(1, 1000), hour(1, 0, 5), hour(1, 1000, 9)],
    [20, 0, 20],
    'the others have their mean',
  ],
])('an hour costs %s', (_case, lines, hours, expected, reason) => {
  const { costCents } = costHours({ lines, totalCents: 5000 }, hours)
  expect(
    costCents.map((cents) => cents && Number(cents.toFixed(6))),
    reason,
  ).toEqual(expected)
})

test('what does not follow the hours is the rest of the total', () => {
  expect(
    costHours({ lines: [energy(1, '50', '0.2'), energy(2, '100', '0.1'), vat], totalCents: 5000 }, []),
  ).toMatchObject({
    energyCents: 2200,
    otherCents: 2800,
  })
})
