import { expect, test } from 'vitest'
import { accessCostsOf } from './access-costs.ts'
import { computeElectricityBill } from './bill-electricity.ts'
import { september } from './bill-testing.ts'
import { regulatedPrices } from './regulated-prices.ts'

const lines = computeElectricityBill(september).lines

test.each<[reason: string, tariff: string, of: typeof lines, expected: ReturnType<typeof accessCostsOf>]>([
  [
    '4.6 kW × 30 days × (27.704413 + 0.725423) / 365 = 10.75; 60 × 0.097553 + 55 × 0.029267 + 83 × 0.003292 = 7.74; of them charges: 1.76 + 4.83',
    '2.0TD',
    lines,
    { totalCents: 1848, chargesCents: 659 },
  ],
  [
    'the charges of other tariffs are not known apart',
    '3.0TD',
    [{ ...lines[0]!, period: 1 }],
    { totalCents: 770, chargesCents: null },
  ],
  [
    'days whose prices are not known',
    '2.0TD',
    lines.map((line) => ({ ...line, firstDay: '2027-01-01', lastDay: '2027-01-31' })),
    null,
  ],
  ['gas', 'RL.1', lines, null],
  ['adjustments alone, which pay nothing for the grid', '2.0TD', lines.filter(({ kind }) => kind === 'vat'), null],
])('%s', (_, tariff, of, expected) => {
  expect(accessCostsOf(of, tariff, regulatedPrices)).toEqual(expected)
})
