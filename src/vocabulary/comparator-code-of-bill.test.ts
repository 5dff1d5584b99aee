import { describe, expect, test } from 'vitest'
import { createAmountLine } from './bill.ts'
import { computeElectricityBill, computeElectricityBillOfParts, type ElectricityBillInput } from './bill-electricity.ts'
import { readComparatorCode, writeComparatorCode } from './comparator-code.ts'
import { type ComparedBill, createComparatorCode } from './comparator-code-of-bill.ts'
import { comparatorRatesOf } from './comparator-rates.ts'
import { reconcileComparatorCode } from './comparator-sum.ts'
import { addDays } from './day.ts'

const input: ElectricityBillInput = {
  firstDay: '2026-08-13',
  lastDay: '2026-09-10',
  dueDay: '2026-09-30',
  zone: 'peninsula',
  powerWatts: [4_600, 3_450],
  energyWh: [54_120, 48_905, 94_975],
  surplusWh: 0,
  prices: {
    powerPerKw: [
      { per: 'year', eur: '33.9' },
      { per: 'year', eur: '5.1' },
    ],
    energyEurPerKwh: ['0.2139', '0.1478', '0.1096'],
    surplusEurPerKwh: '0.06',
    discounts: {},
  },
  chargesSocialBonusFunding: true,
  meter: 'single_phase',
  walletCents: 0,
}

function compare(changes: Partial<ElectricityBillInput>, facts: Partial<ComparedBill> = {}) {
  const bill = { ...input, ...changes }
  return createComparatorCode({
    ...{ firstDay: bill.firstDay, lastDay: bill.lastDay, lines: computeElectricityBill(bill).lines },
    ...{ issuedOn: '2026-09-16', rectificativeType: 'N', cups: 'ES0031406083219007ZY', postcode: '08018' },
    ...{ retailerCode: 'R2-415', powerWatts: bill.powerWatts, energyWhByPeriod: bill.energyWh },
    year: {
      firstDay: '2025-09-11',
      energyWhByPeriod: [600_400, 500_500, 900_600],
      maximumPowerWatts: [4_412, 2_950],
    },
    ...{ contractEndsOn: '2027-02-27', penaltyEndsOn: null, hasPromotion: false },
    ...{ followsMarket: false, nextPricesOn: null },
    ...facts,
  })
}

test('says what the bill says', () => {
  expect(compare({})).toEqual({
    ...{ cp: '08018', cups: 'ES0031406083219007ZY', com: 'R2-415', tc: 'E0', tf: 'N', rev: '0' },
    ...{ pP1: '4.600', pP2: '3.450', pmaxP1: '4.412', pmaxP2: '2.950' },
    ...{ iniA: '2025-09-10', caP1: '600', caP2: '501', caP3: '901' },
    ...{ iniF: '2026-08-12', finF: '2026-09-10', fFact: '2026-09-16', finContrato: '2027-02-27' },
    ...{ cfP1: '54', cfP2: '49', cfP3: '95' },
    ...{ impPot: '13.79', impEner: '29.22', exc: '0.00', finBS: '0.72', impOtrosSinIE: '0.77', ajuste: '0' },
    ...{ prP1: '33.900105', prP2: '5.100145', prE1: '0.2139', prE2: '0.1478', prE3: '0.1096', cambio: '0' },
    imp: '56.56',
  })
})

test.each<[reason: string, changes: Partial<ElectricityBillInput>, facts: Partial<ComparedBill>, expected: object]>([
  [
    'one price for all hours',
    { prices: { ...input.prices, energyEurPerKwh: ['0.15', '0.15', '0.15'] } },
    {},
    { tc: 'F0' },
  ],
  ['prices that follow the market by the hour', {}, { followsMarket: true }, { tc: 'B0', cambio: '0' }],
  ['other prices within the next bill', {}, { nextPricesOn: '2026-10-09' }, { cambio: '2' }],
  ['no other prices where they come after it', {}, { nextPricesOn: '2026-10-10' }, { cambio: '0' }],
  [
    'a penalty and a promotion',
    {},
    { penaltyEndsOn: '2026-12-31', hasPromotion: true },
    { finPen: '2026-12-31', promo: '1' },
  ],
  ['surplus up to the energy', { surplusWh: 900_000 }, {}, { exc: '29.22' }],
  ['a total before what the wallet pays', { walletCents: 2_000 }, {}, { imp: '56.56' }],
  [
    'power above the contracted one among what bears the electricity tax',
    { demand: { tariff: '2.0TD', power: { by: 'maximeter', highestWatts: [5_600, 0] } } },
    {},
    { impOtrosConIE: '8.10' },
  ],
  ['a service by itself', { otherLines: [createAmountLine(input, 'service', 500)] }, {}, { impSA: '5.00' }],
  [
    'a connection right beside the meter',
    { otherLines: [createAmountLine(input, 'connection_right', 904)] },
    {},
    { impOtrosSinIE: '9.81' },
  ],
  ['a discount on the whole', { otherLines: [createAmountLine(input, 'discount', 500, '-')] }, {}, { dto: '5.00' }],
  ['no part of an older debt', { otherLines: [createAmountLine(input, 'instalment', 500)] }, {}, { imp: '56.56' }],
])('says %s', (_, changes, facts, expected) => {
  expect(compare(changes, facts)).toMatchObject(expected)
})

/** The lines of a bill whose prices change on a day within it. */
function linesOfTwoPrices(change: Partial<ElectricityBillInput['prices']>, from = '2026-09-01') {
  const half = { ...input, surplusWh: 0, energyWh: [20_000, 20_000, 40_000] }
  return computeElectricityBillOfParts(input, [
    { ...half, lastDay: addDays(from, -1) },
    { ...half, firstDay: from, prices: { ...input.prices, ...change } },
  ]).lines
}

test.each<[reason: string, facts: Partial<ComparedBill>, cambio: string]>([
  ['energy changes', { lines: linesOfTwoPrices({ energyEurPerKwh: ['0.22', '0.15', '0.11'] }) }, '1'],
  [
    'power changes',
    {
      lines: linesOfTwoPrices({
        powerPerKw: [
          { per: 'year', eur: '35' },
          { per: 'year', eur: '5.1' },
        ],
      }),
    },
    '1',
  ],
  ['nothing changes', { lines: linesOfTwoPrices({}) }, '0'],
  [
    'the mean of a market differs between two parts',
    { lines: linesOfTwoPrices({ energyEurPerKwh: ['0.22', '0.15', '0.11'] }), followsMarket: true },
    '0',
  ],
])('says whether the prices change: %s', (_, facts, cambio) => {
  expect(compare({}, facts)).toMatchObject({ cambio })
})

test('the days of a leap year are no other price of a kilowatt and year', () => {
  const range = { firstDay: '2027-12-20', lastDay: '2028-01-18' }
  expect(compare({ ...range, chargesSocialBonusFunding: false, meter: 'owned' })).toMatchObject({ cambio: '0' })
})

test('a correction carries no amounts and no prices', () => {
  const names = Object.keys(compare({}, { rectificativeType: 'R' }))
  expect(names).toContain('tf')
  expect(names.filter((name) => /^(imp|cf|pr|exc|finBS|cambio)/.test(name))).toEqual([])
})

const dueDays = ['2026-03-10', '2026-04-10', '2026-05-10', '2026-09-30', '2026-12-01']
const kinds: [string, Partial<ElectricityBillInput>][] = [
  ['a home', {}],
  ['surplus within the energy', { surplusWh: 71_400 }],
  ['surplus beyond the energy', { surplusWh: 900_000 }],
  ['discounts', { prices: { ...input.prices, discounts: { power: '10', energy: '5' } } }],
  ['no contribution', { chargesSocialBonusFunding: false }],
  ['a meter of one’s own', { meter: 'owned' }],
  ['a wallet', { walletCents: 2_000 }],
  ['the Canary Islands', { zone: 'canarias' }],
  ['nothing used', { energyWh: [0, 0, 0] }],
  ['cheap energy', { prices: { ...input.prices, energyEurPerKwh: ['0.01', '0.01', '0.01'] } }],
  ['more than 10 kW', { powerWatts: [12_000, 12_000] }],
  ['excess power', { demand: { tariff: '2.0TD', power: { by: 'maximeter', highestWatts: [5_600, 0] } } }],
  ['a service', { otherLines: [createAmountLine(input, 'service', 500)] }],
  ['a discount', { otherLines: [createAmountLine(input, 'discount', 500, '-')] }],
  ['an adjustment', { otherLines: [createAmountLine(input, 'adjustment', 500)] }],
  ['interest given back', { otherLines: [createAmountLine(input, 'returned_interest', 500, '-')] }],
]
describe.each(dueDays)('due on %s', (dueDay) => {
  test.each(kinds)('%s: what was written is read back and adds up', (_, changes) => {
    const bill = { ...input, ...changes, dueDay }
    const read = readComparatorCode(writeComparatorCode(compare(bill)))!
    expect(reconcileComparatorCode(read, comparatorRatesOf(bill))).toBe('inside')
  })
})
