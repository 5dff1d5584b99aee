import { describe, expect, test } from 'vitest'
import { type BillLine, sumLines } from './bill.ts'
import { computeElectricityBill, type ElectricityBillInput } from './bill-electricity.ts'
import type { InterestRules } from './interest-rules.ts'
import { interestRates } from './legal-interest.ts'
import { overbillingInterestLines } from './overbilling-interest.ts'

const input: ElectricityBillInput = {
  ...{ firstDay: '2026-10-01', lastDay: '2026-10-31', dueDay: '2026-11-27', zone: 'peninsula' },
  ...{ powerWatts: [4_600, 4_600], energyWh: [60_000, 55_000, 83_000], surplusWh: 0 },
  ...{ chargesSocialBonusFunding: true, meter: 'single_phase', walletCents: 0 },
  prices: {
    powerPerKw: [
      { per: 'day', eur: '0.09' },
      { per: 'day', eur: '0.02' },
    ],
    ...{ energyEurPerKwh: ['0.20', '0.15', '0.10'], surplusEurPerKwh: '0.08', discounts: {} },
  },
}
const rules: InterestRules = { year: '365', from: 'payment' }
const overbilling = { amountCents: 6_000, billedOn: '2026-07-01', paidOn: '2026-07-15' }
const linesOf = (own: Partial<typeof overbilling>, returnedOn: string, ownRules: Partial<InterestRules> = {}) =>
  overbillingInterestLines({ ...overbilling, ...own }, returnedOn, interestRates, { ...rules, ...ownRules })

describe('what was billed too much bears the legal interest and 1.5 points more', () => {
  test.each<[string, Partial<typeof overbilling>, string, Partial<InterestRules>, number]>([
    ['60 x 0.0475 x 123 / 365', {}, '2026-11-15', {}, -96],
    ['from the day of issue: 137 days', {}, '2026-11-15', { from: 'issue' }, -107],
    ['a year has 365 days in either way', { amountCents: 100_000 }, '2027-07-15', {}, -4_750],
    ['nothing on the day itself', {}, '2026-07-15', {}, 0],
    ['another rate before', { amountCents: 100_000, paidOn: '2022-12-31' }, '2026-12-31', {}, -19_012],
    [
      'a leap year has 366',
      { amountCents: 1_000_000, paidOn: '2027-12-31' },
      '2028-12-31',
      { year: 'calendar' },
      -47_500,
    ],
    ['or 365 where the retailer says so', { amountCents: 1_000_000, paidOn: '2027-12-31' }, '2028-12-31', {}, -47_630],
  ])('%s', (_, own, returnedOn, ownRules, cents) => {
    expect(sumLines(linesOf(own, returnedOn, ownRules)!)).toBe(cents)
  })

  test('each line is verified by its own figures, with the dated row of its rate', () => {
    expect(linesOf({}, '2026-11-15')).toEqual([
      {
        ...{ kind: 'returned_interest', period: null, firstDay: '2026-07-15', lastDay: '2026-11-14', days: null },
        ...{ quantity: '60.00', unit: 'percent', unitPrice: '-1.600685', amountCents: -96 },
        figure: { name: 'legal_interest', validFrom: '2026-01-01' },
      },
    ])
    expect(linesOf({ paidOn: '2026-12-01' }, '2027-02-01')?.map(({ lastDay }) => lastDay)).toEqual([
      '2026-12-31',
      '2027-01-31',
    ])
  })
})

test('none is told before the decree, without the day of the payment, or before the first known rate', () => {
  expect(linesOf({}, '2026-06-11')).toEqual([])
  expect(linesOf({ paidOn: null as never }, '2026-11-15')).toBeNull()
  expect(linesOf({ paidOn: '2015-12-31' }, '2026-11-15')).toBeNull()
})

test('a bill made by the product gives the interest back without taxes', () => {
  const bill = (otherLines: readonly BillLine[]) => computeElectricityBill({ ...input, otherLines })
  const [plain, returning] = [bill([]), bill(linesOf({}, '2026-11-15')!)]
  expect(returning.totalCents).toBe(plain.totalCents - 96)
  expect(returning.taxBaseCents).toBe(plain.taxBaseCents)
  expect(returning.lines.map(({ kind }) => kind)).toContain('returned_interest')
})
