import { describe, expect, test } from 'vitest'
import { type BillLine, createBillLine } from '#vocabulary/bill.ts'
import { computeElectricityBill } from '#vocabulary/bill-electricity.ts'
import { closeBill, generalIndirectTax } from '#vocabulary/bill-taxes.ts'
import { type ComparatorCode, writeComparatorCode } from '#vocabulary/comparator-code.ts'
import { createComparatorCode } from '#vocabulary/comparator-code-of-bill.ts'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { BillFacts } from './bill-facts.ts'
import { checkBill } from './check-bill.ts'

const range = { firstDay: '2026-09-01', lastDay: '2026-09-30' }
const prices = {
  powerPerKw: [
    { per: 'day' as const, eur: '0.09' },
    { per: 'day' as const, eur: '0.02' },
  ],
  energyEurPerKwh: ['0.20', '0.15', '0.10'],
  surplusEurPerKwh: '0.08',
  discounts: {},
}
const bill = computeElectricityBill({
  ...{
    ...range,
    dueDay: '2026-10-10',
    zone: 'peninsula',
    powerWatts: [4_600, 4_600],
    energyWh: [60_000, 55_000, 83_000],
  },
  ...{ surplusWh: 0, prices, chargesSocialBonusFunding: true, meter: 'single_phase', walletCents: 0 },
})

/** A household's September, of which everything is known: 12.42 + 2.76, 12.00 + 8.25 + 8.30, 0.74, 2.27, 0.80, 9.98. */
const september: BillFacts = {
  bill: {
    ...{ ...range, energy: 'electricity', dueOn: '2026-10-10', amountTotalCents: 5_752, rectificativeType: 'N' },
    content: {
      ...{ lines: bill.lines, energyWhByPeriod: [60_000, 55_000, 83_000], surplusWh: 0 },
      ...{ powerWatts: [4_600, 4_600], tariff: '2.0TD', productName: 'Llum' },
    },
  },
  corrected: null,
  before: { firstDay: '2026-08-01', lastDay: '2026-08-31' },
  contract: {
    ...{ startsOn: '2025-01-01', endsOn: null, productName: 'Llum', promotion: null, hasChosenHours: false },
    tariffs: [{ fromDay: '1900-01-01', value: '2.0TD' }],
    powers: [{ fromDay: '1900-01-01', value: [4_600, 4_600], isExact: false }],
  },
  zone: 'peninsula',
  prices: [{ validFrom: '2026-01-01', tariff: '2.0TD', terms: prices }],
  metered: [
    {
      ...range,
      importWh: [60_000, 55_000, 83_000],
      exportWh: null,
      coveredHours: 720,
      missingHours: 0,
      estimatedHours: 0,
      provisionalHours: 0,
    },
  ],
  ...{ registers: null, quarterHourExcessKw: null },
  walletBookedCents: null,
}

const [span] = september.metered as [BillFacts['metered'][number]]
const withSpan = (change: Partial<typeof span>) => ({ metered: [{ ...span, ...change }] })
const withContract = (change: Partial<BillFacts['contract']>) => ({ contract: { ...september.contract, ...change } })
function withLine(index: number, change: Partial<BillLine>): Partial<BillFacts> {
  const { content } = september.bill
  const lines = content.lines.with(index, { ...content.lines[index]!, ...change })
  const amountTotalCents = lines.reduce((sum, line) => sum + line.amountCents, 0)
  return { bill: { ...september.bill, amountTotalCents, content: { ...content, lines } } }
}

/** The same bill of a product that adds 0.05, 0.04 and 0.03 euros to a market that cost the rest. */
function followingMarket(change: Partial<typeof span> = {}): Partial<BillFacts> {
  const terms = { ...prices, energyEurPerKwh: ['0.05', '0.04', '0.03'] }
  return {
    ...withContract({ followsMarket: true }),
    prices: [{ validFrom: '2026-01-01', tariff: '2.0TD', terms }],
    ...withSpan({ marketEur: [9, 6.05, 5.81], ...change }),
  }
}

/** Prints the verdict: the whole, then each line that is not right. */
function printCheck(facts: BillFacts): string {
  const check = checkBill(facts, regulatedPrices)
  const lines = check.lines
    .filter(({ state }) => state !== 'right')
    .map(({ kind, period, state, differenceCents, faults, unknown }) =>
      [kind, period, state, differenceCents || '', ...faults, ...unknown].filter(Boolean).join(' '),
    )
  return [
    [check.state, check.differenceCents || '', ...check.faults, ...check.unknown].filter(Boolean).join(' '),
    ...lines,
  ].join('; ')
}

describe('the check of a bill', () => {
  test.each<[string, Partial<BillFacts>, string, string]>([
    ['all that is right', {}, 'right', 'it is recomputed to the cent'],
    [
      'a power that is charged for a day too many',
      withLine(0, { days: 31, amountCents: 1_283 }),
      'wrong 43; power 1 wrong 41 days; vat wrong -9 tax_base',
      '4.6 × 0.09 a day, and VAT is still that of the right amount; 5.11 % of 44.14 without funding is 2.26',
    ],
    [
      'energy that an hour of the curve does not tell',
      withSpan({ missingHours: 1 }),
      'unknown; energy 1 unknown curve_incomplete; energy 2 unknown curve_incomplete; energy 3 unknown curve_incomplete',
      'a missing hour never makes a right',
    ],
    [
      'a curve with an estimated hour',
      withSpan({ estimatedHours: 1 }),
      'unknown; energy 1 unknown curve_estimated; energy 2 unknown curve_estimated; energy 3 unknown curve_estimated',
      'nor does an estimated one',
    ],
    [
      'a curve with an hour that is not validated',
      withSpan({ provisionalHours: 1 }),
      'unknown; energy 1 unknown curve_provisional; energy 2 unknown curve_provisional; energy 3 unknown curve_provisional',
      'nor one that may still change',
    ],
    [
      'a day less of curve',
      withSpan({ coveredHours: 696 }),
      'unknown; energy 1 unknown curve_incomplete; energy 2 unknown curve_incomplete; energy 3 unknown curve_incomplete',
      '720 hours of September less 24',
    ],
    [
      'energy within a kilowatt hour',
      withSpan({ importWh: [60_900, 54_100, 83_000] }),
      'right',
      '0.9 kWh of tolerance',
    ],
    [
      'energy beyond it',
      withSpan({ importWh: [58_000, 55_000, 83_000] }),
      'wrong 51; energy 1 wrong 40 quantity',
      '2 kWh × 0.20; with 5.11 % and 21 % it is 40 + 2 + 9',
    ],
    [
      'registers beside no curve',
      { metered: [], registers: { energyWh: [60_000, 55_000, 83_000], isEstimated: false } },
      'right',
      'real readings tell the energy too',
    ],
    [
      'estimated registers',
      { metered: [], registers: { energyWh: [60_000, 55_000, 83_000], isEstimated: true } },
      'unknown; energy 1 unknown registers_estimated; energy 2 unknown registers_estimated; energy 3 unknown registers_estimated',
      'an estimate never makes a right',
    ],
    [
      'registers that differ from the curve',
      { registers: { energyWh: [70_000, 55_000, 83_000], isEstimated: false } },
      'unknown; energy 1 unknown sources_differ',
      'the bill agrees with one of them',
    ],
    [
      'another product',
      withContract({ productName: 'Another' }),
      'unknown; power 1 unknown product_differs; power 2 unknown product_differs; energy 1 unknown product_differs; energy 2 unknown product_differs; energy 3 unknown product_differs',
      'the prices of the product of those days are not known',
    ],
    [
      'energy of another product that names its days',
      { ...withLine(2, { days: 30 }), ...withContract({ productName: 'Another' }) },
      'unknown; power 1 unknown product_differs; power 2 unknown product_differs; energy 1 unknown product_differs; energy 2 unknown product_differs; energy 3 unknown product_differs',
      'only a power is charged for each of its days, so that its own factors agree',
    ],
    [
      'a change of power whose day is not known',
      withContract({
        powers: [
          { fromDay: '1900-01-01', value: [4_600, 4_600], isExact: false },
          { fromDay: '2026-09-10', value: [5_750, 4_600], isExact: false },
        ],
      }),
      'unknown; power 1 unknown power_day_unknown',
      'the power before it may be right until the end of the month',
    ],
    [
      'a change of power whose day is known',
      withContract({
        powers: [
          { fromDay: '1900-01-01', value: [4_600, 4_600], isExact: false },
          { fromDay: '2026-09-10', value: [5_750, 4_600], isExact: true },
        ],
      }),
      'wrong -277; power 1 wrong -218 power',
      '9 days × 4.6 × 0.09 = 3.73 and 21 days × 5.75 × 0.09 = 10.87 are 14.60, not 12.42',
    ],
    ['a product that follows the market', followingMarket(), 'right', '60 kWh for 9 euros and 0.05 each are 0.20'],
    [
      'a mean of the market within half a per cent',
      followingMarket({ marketEur: [8.95, 6.05, 5.81] }),
      'right',
      'hours and quarter hours have other means: 11.95 and 12.00 euros',
    ],
    [
      'a mean of the market beyond it',
      followingMarket({ marketEur: [8.4, 6.05, 5.81] }),
      'wrong 76; energy 1 wrong 60 price',
      '8.40 and 60 × 0.05 are 11.40 euros, not 12.00',
    ],
    [
      'a market that is not known',
      followingMarket({ marketEur: null }),
      'unknown; energy 1 unknown price_unknown; energy 2 unknown price_unknown; energy 3 unknown price_unknown',
      'no price is assumed',
    ],
    [
      'hours of the market without their energy',
      followingMarket({ missingHours: 1 }),
      'unknown; energy 1 unknown curve_incomplete; energy 2 unknown curve_incomplete; energy 3 unknown curve_incomplete',
      'the mean is weighed by the energy',
    ],
    [
      'a gap of ten days to the bill before',
      { before: { firstDay: '2026-07-22', lastDay: '2026-08-21' } },
      'unknown gap',
      'another bill may still come for them',
    ],
    [
      'a bill that begins with its contract',
      { before: { firstDay: '2026-07-22', lastDay: '2026-08-21' }, ...withContract({ startsOn: '2026-09-01' }) },
      'right',
      'nobody supplied the days between',
    ],
    [
      'what the wallet paid and its ledger does not know',
      {
        bill: {
          ...september.bill,
          amountTotalCents: 4_752,
          content: {
            ...september.bill.content,
            lines: [
              ...bill.lines,
              {
                ...bill.lines[0]!,
                kind: 'wallet',
                period: null,
                unit: 'EUR',
                days: null,
                quantity: '10',
                unitPrice: '-1',
                amountCents: -1_000,
              },
            ],
          },
        },
      },
      'unknown; wallet unknown ledger_unknown',
      'the ledger may come later',
    ],
    [
      'a total that is not the sum',
      { bill: { ...september.bill, amountTotalCents: 5_852 } },
      'wrong 100 sum',
      'one euro more than its lines',
    ],
    [
      'a bill without lines',
      { bill: { ...september.bill, content: { ...september.bill.content, lines: [] } } },
      'unknown no_lines',
      'there is nothing to recompute',
    ],
  ])('of %s', (_case, change, expected, reason) => {
    expect(printCheck({ ...september, ...change }), reason).toBe(expected)
  })

  test('says which reading of the law a right bill follows', () => {
    const { lines } = checkBill(september, regulatedPrices)
    expect(lines.find(({ kind }) => kind === 'electricity_tax')).toMatchObject({
      ...{ state: 'right', readings: ['funding_inside'] },
      basis: [{ norm: 'Ley 38/1992', row: { name: 'electricity_tax', validFrom: '2026-06-01', value: '5.11269632' } }],
    })
    const november = { ...september, bill: { ...september.bill, dueOn: '2026-11-10' } }
    const open = checkBill(november, regulatedPrices)
    expect(open.state, 'the general rates are one of two readings while the condition is open').toBe('right')
    expect(open.lines.filter(({ readings }) => readings.includes('general_rate')).map(({ kind }) => kind)).toEqual([
      'electricity_tax',
      'vat',
    ])
  })

  test('accepts either rate while its condition is open, and only one once an operator has entered the row', () => {
    const november = { ...september, bill: { ...september.bill, dueOn: '2026-11-10' } }
    const settled = {
      ...regulatedPrices,
      electricityTax: {
        ...regulatedPrices.electricityTax,
        rows: [{ validFrom: '2026-11-01', validTo: null, value: '0.5', source: 'INE' }],
      },
    }
    const taxOf = (figures: typeof regulatedPrices) =>
      checkBill(november, figures).lines.find(({ kind }) => kind === 'electricity_tax')
    expect(taxOf(regulatedPrices)).toMatchObject({ state: 'right', readings: ['funding_inside', 'general_rate'] })
    expect(taxOf(settled)).toMatchObject({ state: 'wrong', faults: ['tax_rate'] })
  })

  test.each<[reason: string, change: (code: ComparatorCode) => ComparatorCode, expected: string]>([
    ['that says what the bill says', (code) => code, 'right'],
    ['of another total', (code) => ({ ...code, imp: '58.52' }), 'wrong comparator_code'],
    ['of other days', (code) => ({ ...code, finF: '2026-10-01' }), 'wrong comparator_code'],
    ['of another supply', (code) => ({ ...code, cups: 'ES0031406083219008ZD' }), 'wrong comparator_code'],
    ['of other energy', (code) => ({ ...code, cfP1: '70' }), 'wrong comparator_code'],
    ['whose amounts do not add up', (code) => ({ ...code, impPot: '14.18' }), 'unknown comparator_sum'],
  ])('reads the code for the comparator in a document of the retailer: one %s', (_, change, expected) => {
    const cups = 'ES0031406083219007ZY'
    const code = createComparatorCode({
      ...{ ...range, lines: bill.lines, issuedOn: '2026-10-05', rectificativeType: 'N', cups, postcode: '08018' },
      ...{ retailerCode: 'R2-415', powerWatts: [4_600, 4_600], energyWhByPeriod: [60_000, 55_000, 83_000] },
      year: { firstDay: '2025-10-01', energyWhByPeriod: [1, 1, 1], maximumPowerWatts: [1, 1] },
      ...{ contractEndsOn: '2027-02-27', penaltyEndsOn: null, hasPromotion: false },
    })
    const comparatorAddress = writeComparatorCode(change(code))
    const content = { ...september.bill.content, comparatorAddress }
    expect(printCheck({ ...september, cups, bill: { ...september.bill, content } })).toBe(expected)
  })

  test('takes back each line of the bill that is cancelled', () => {
    const lines = bill.lines.map((line) => ({ ...line, quantity: `-${line.quantity}`, amountCents: -line.amountCents }))
    const cancelling: BillFacts = {
      ...september,
      bill: {
        ...september.bill,
        rectificativeType: 'A',
        amountTotalCents: -5_752,
        content: { ...september.bill.content, lines },
      },
      corrected: { dueOn: '2026-10-10', amountTotalCents: 5_752, lines: bill.lines },
    }
    expect(printCheck(cancelling)).toBe('right')
    expect(printCheck({ ...cancelling, corrected: null }).split('; ')[0]).toBe('unknown')
  })

  test('takes the taxes of the bill that it corrects', () => {
    const corrected = { dueOn: '2026-10-10', amountTotalCents: 6_000, lines: bill.lines }
    const facts = { ...september, corrected, bill: { ...september.bill, dueOn: '2026-05-01', rectificativeType: 'R' } }
    expect(printCheck(facts)).toBe('right')
  })
})

test.each<[reason: string, changes: Partial<BillFacts>]>([
  ['a line without end', withLine(0, { lastDay: '9999-12-31' })],
  ['a line that ends before it begins', withLine(0, { lastDay: '2026-08-01' })],
  ['a bill of centuries', { bill: { ...september.bill, firstDay: '1026-09-01' } }],
  ['a bill of three years', { bill: { ...september.bill, firstDay: '2023-09-01' } }],
  ['a bill that is due before there was a market', { bill: { ...september.bill, dueOn: '0001-01-01' } }],
])('tells nothing of days that no supply has: %s', (_, changes) => {
  const check = checkBill({ ...september, ...changes }, regulatedPrices)
  expect(check).toMatchObject({ state: 'unknown', differenceCents: 0, unknown: ['days_impossible'] })
  expect(new Set(check.lines.map(({ state }) => state))).toEqual(new Set(['unknown']))
})

describe('what an earlier bill charged too much', () => {
  const overbilling: NonNullable<BillFacts['overbilling']> = {
    correction: { kind: 'overbilled', amountCents: 6_000, billedOn: '2026-07-01', paidOn: '2026-07-15' },
    ...{ returnedOn: '2026-11-15', rules: { year: '365', from: 'payment' } },
  }
  const untaxed = (kind: 'returned_interest' | 'instalment', amountCents: number): BillLine => ({
    ...{ kind, period: null, ...range, quantity: String(amountCents / 100), unit: 'EUR', days: null },
    ...{ unitPrice: '1', amountCents, figure: null },
  })
  const withLines = (...more: BillLine[]): Partial<BillFacts> => {
    const { content } = september.bill
    const lines = [...content.lines, ...more]
    const amountTotalCents = lines.reduce((sum, line) => sum + line.amountCents, 0)
    return { bill: { ...september.bill, amountTotalCents, content: { ...content, lines } } }
  }
  const paidNobodyKnows = { ...overbilling, correction: { ...overbilling.correction, paidOn: null } }

  test.each<[string, Partial<BillFacts>, string]>([
    ['returned with its interest', withLines(untaxed('returned_interest', -96)), 'right'],
    ['returned with a cent less, as systems round', withLines(untaxed('returned_interest', -95)), 'right'],
    [
      'in two lines, of which the sum counts',
      withLines(untaxed('returned_interest', -50), untaxed('returned_interest', -46)),
      'right',
    ],
    ['without interest', {}, 'wrong 96; returned_interest wrong 96 missing'],
    [
      'with the legal interest alone',
      withLines(untaxed('returned_interest', -66)),
      'wrong 30; returned_interest wrong 30 interest',
    ],
    ['whole, as one instalment', withLines(untaxed('returned_interest', -96), untaxed('instalment', -6_000)), 'right'],
    [
      'in parts',
      withLines(untaxed('returned_interest', -96), untaxed('instalment', -2_000)),
      'wrong 4000; instalment wrong 4000 returned_in_parts',
    ],
    ['of which nobody knows when it was paid', { overbilling: paidNobodyKnows }, 'unknown payment_unknown'],
    [
      'with interest that cannot be told',
      { overbilling: paidNobodyKnows, ...withLines(untaxed('returned_interest', -96)) },
      'unknown; returned_interest unknown payment_unknown',
    ],
    ['before the decree', { overbilling: { ...overbilling, returnedOn: '2026-06-11' } }, 'right'],
  ])('%s', (_, own, expected) => {
    expect(printCheck({ ...september, overbilling, ...own })).toBe(expected)
  })
})

test.each([
  ['C', 'unknown; adjustment unknown no_source'],
  ['G', 'unknown; adjustment unknown no_source'],
])('a bill of type %s charges what others lacked, and not their days again', (rectificativeType, expected) => {
  const adjustment = createBillLine(range, { kind: 'adjustment', quantity: '100', unit: 'kWh', unitPrice: '0.15' })
  const dueDay = '2026-10-10'
  const tax = createBillLine(range, {
    ...{ kind: 'electricity_tax', quantity: '15', unit: 'percent', unitPrice: '5.11269632' },
  })
  const taxOf = () => generalIndirectTax('peninsula', dueDay, regulatedPrices)
  const { lines, totalCents } = closeBill(range, [adjustment, tax], taxOf)
  const complementing = {
    ...{ ...september.bill, rectificativeType, amountTotalCents: totalCents },
    content: { ...september.bill.content, lines },
  }
  expect(printCheck({ ...september, bill: complementing })).toBe(expected)
})

describe('what the distributor says of the energy of a bill', () => {
  const meterOf = (change: Partial<BillFacts>) => checkBill({ ...september, ...change }, regulatedPrices).meter
  // 3 kWh of P3 at 0.10, with 5.11 % and 21 %: 0.30, 0.02, 0.07.
  const more = withSpan({ importWh: [60_000, 55_000, 86_000] })

  test('is told by period, with its amount by the prices and taxes of the bill', () => {
    expect(meterOf(more)).toEqual({
      ...{ ...range, differenceCents: -39, correctedOn: null },
      periods: [
        { period: 1, billedWh: 60_000, meteredWh: 60_000 },
        { period: 2, billedWh: 55_000, meteredWh: 55_000 },
        { period: 3, billedWh: 83_000, meteredWh: 86_000 },
      ],
    })
    expect(meterOf(withSpan({ importWh: [60_000, 55_000, 80_000] }))?.differenceCents).toBe(39)
  })

  test('keeps the prices of the bill, also where they are wrong', () => {
    const line = bill.lines.findIndex(({ kind, period }) => kind === 'energy' && period === 3)
    const dear = withLine(line, { unitPrice: '0.20', amountCents: 1_660 })
    expect(meterOf({ ...more, ...dear })?.differenceCents).toBe(-76)
  })

  test.each<[string, Partial<BillFacts>]>([
    ['where it agrees', {}],
    ['within a kilowatt hour of a period', withSpan({ importWh: [60_900, 54_100, 83_000] })],
    ['while an hour is missing', withSpan({ importWh: [60_000, 55_000, 86_000], missingHours: 1 })],
    ['while an hour is estimated', withSpan({ importWh: [60_000, 55_000, 86_000], estimatedHours: 1 })],
    ['without a curve', { metered: [] }],
    ['of a bill that another one has replaced', { ...more, isTakenBack: true }],
    ['of a bill that cancels', { ...more, bill: { ...september.bill, rectificativeType: 'A' } }],
    [
      'of a bill that follows the registers',
      { ...more, registers: { energyWh: [60_000, 55_000, 83_000], isEstimated: false } },
    ],
  ])('is nothing %s', (_, change) => {
    expect(meterOf(change)).toBeNull()
  })

  test('has no amount where energy has no line that tells its price', () => {
    const lines = bill.lines.filter(({ kind, period }) => kind !== 'energy' || period !== 2)
    const { content } = september.bill
    const meter = meterOf({ bill: { ...september.bill, content: { ...content, lines } } })
    expect(meter).toMatchObject({
      differenceCents: null,
      periods: [{}, { period: 2, billedWh: 0, meteredWh: 55_000 }, {}],
    })
  })
})
