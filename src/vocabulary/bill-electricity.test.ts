import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BillLine } from './bill.ts'
import { computeElectricityBill, computeElectricityBillOfParts, type ElectricityBillInput } from './bill-electricity.ts'
import { printBill, september, sumOfKind } from './bill-testing.ts'
import { addDays, dayCount } from './day.ts'
import { formatFixedDecimal } from './decimal.ts'
import { sumCents } from './money.ts'
import { regulatedPrices } from './regulated-prices.ts'

describe('the bill of an electricity supply', () => {
  test('charges the days before and after a change of price by their own, with taxes on all of it', () => {
    const { prices, powerWatts } = september
    const dearer = { ...prices, energyEurPerKwh: ['0.40', '0.15', '0.10'] }
    const bill = computeElectricityBillOfParts(september, [
      {
        ...{ firstDay: '2026-09-01', lastDay: '2026-09-15', powerWatts, prices, surplusWh: 0 },
        energyWh: [30_000, 25_000, 40_000],
      },
      {
        ...{ firstDay: '2026-09-16', lastDay: '2026-09-30', powerWatts, prices: dearer, surplusWh: 0 },
        energyWh: [30_000, 30_000, 43_000],
      },
    ])
    // 15 days of 4.6 kW each; 12.00 for 30 × 0.40; 5.11269632 % of 50.47 = 2.5804; 21 % of 53.85 = 11.3085.
    expect(printBill(bill)).toBe(
      'power 6.21 + 1.38 + 6.21 + 1.38, energy 6.00 + 3.75 + 4.00 + 12.00 + 4.50 + 4.30, social_bonus_funding 0.74, electricity_tax 2.58, meter 0.80, vat 11.31, total 65.16',
    )
  })

  test('limits the surplus of all its days to the energy of all of them', () => {
    const { prices, powerWatts } = september
    const common = { powerWatts, prices }
    const bill = computeElectricityBillOfParts(september, [
      { ...common, firstDay: '2026-09-01', lastDay: '2026-09-15', energyWh: [10_000, 0, 0], surplusWh: 50_000 },
      { ...common, firstDay: '2026-09-16', lastDay: '2026-09-30', energyWh: [20_000, 0, 0], surplusWh: 0 },
    ])
    // 4.00 of surplus is more than the 2.00 of its own days, but not than the 6.00 of the bill.
    expect(sumOfKind(bill, 'surplus')).toBe(-400)
    expect(sumOfKind(bill, 'surplus_limit')).toBe(0)
  })

  test.each<[string, Partial<ElectricityBillInput>, string, string]>([
    [
      'an ordinary month',
      {},
      'power 12.42 + 2.76, energy 12.00 + 8.25 + 8.30, social_bonus_funding 0.74, electricity_tax 2.27, meter 0.80, vat 9.98, total 57.52',
      `4.6 kW × 30 × 0.09 = 12.42 and × 0.02 = 2.76; 60 × 0.20, 55 × 0.15, 83 × 0.10; 30 × 0.024688 = 0.74064;
       5.11269632 % of 44.47 = 2.2736; 30 × 0.02663 = 0.7989; 21 % of 44.47 + 2.27 + 0.80 = 47.54 is 9.9834`,
    ],
    [
      'a month with surplus',
      { surplusWh: 71_000 },
      'power 12.42 + 2.76, energy 12.00 + 8.25 + 8.30, surplus -5.68, social_bonus_funding 0.74, electricity_tax 1.98, meter 0.80, vat 8.73, total 50.30',
      `71 × 0.08 = 5.68 lowers both tax bases: 5.11269632 % of 38.79 = 1.9832; 21 % of 38.79 + 1.98 + 0.80 = 41.57 is 8.7297`,
    ],
    [
      'a month with more surplus than consumption',
      { surplusWh: 500_000 },
      'power 12.42 + 2.76, energy 12.00 + 8.25 + 8.30, surplus -40.00, surplus_limit 11.45, social_bonus_funding 0.74, electricity_tax 0.81, meter 0.80, vat 3.68, total 21.21',
      `40.00 of surplus against 28.55 of energy: 11.45 are not paid and energy comes to nothing;
       5.11269632 % of 15.92 = 0.8139; 21 % of 17.53 = 3.6813`,
    ],
    [
      'a month with happy hours',
      { discountedEnergy: [{ percent: '50', energyWh: [10_000, 0, 20_000] }] },
      'power 12.42 + 2.76, energy 12.00 + 8.25 + 8.30, energy_discount -2.00, social_bonus_funding 0.74, electricity_tax 2.17, meter 0.80, vat 9.54, total 54.98',
      `half of 10 × 0.20 + 20 × 0.10 = 4.00 lowers both tax bases: 5.11269632 % of 42.47 = 2.1714; 21 % of 45.44 = 9.5424`,
    ],
    [
      'a choice without any consumption in it',
      { discountedEnergy: [{ percent: '50', energyWh: [0, 0, 0] }] },
      'power 12.42 + 2.76, energy 12.00 + 8.25 + 8.30, social_bonus_funding 0.74, electricity_tax 2.27, meter 0.80, vat 9.98, total 57.52',
      'the bill is that of the ordinary month',
    ],
    [
      'a choice of a product that already has a discount',
      {
        discountedEnergy: [{ percent: '50', energyWh: [10_000, 0, 20_000] }],
        prices: { ...september.prices, discounts: { energy: '10' } },
      },
      'power 12.42 + 2.76, energy 12.00 + 8.25 + 8.30, energy_discount -2.86 + -1.80, social_bonus_funding 0.74, electricity_tax 2.04, meter 0.80, vat 8.96, total 51.61',
      `10 % of 28.55 = 2.855, then half of 4.00 less 10 %: 1.80; 5.11269632 % of 39.81 = 2.0354; 21 % of 42.65 = 8.9565`,
    ],
    [
      'a product that does not pay for surplus',
      { surplusWh: 71_000, prices: { ...september.prices, surplusEurPerKwh: null } },
      'power 12.42 + 2.76, energy 12.00 + 8.25 + 8.30, social_bonus_funding 0.74, electricity_tax 2.27, meter 0.80, vat 9.98, total 57.52',
      'the bill is that of the ordinary month',
    ],
    [
      'discounts on both terms',
      { prices: { ...september.prices, discounts: { power: '50', energy: '10' } } },
      'power 12.42 + 2.76, power_discount -7.59, energy 12.00 + 8.25 + 8.30, energy_discount -2.86, social_bonus_funding 0.74, electricity_tax 1.74, meter 0.80, vat 7.68, total 44.24',
      `50 % of 15.18 = 7.59; 10 % of 28.55 = 2.855, half a cent away from zero is 2.86;
       5.11269632 % of 34.02 = 1.7393; 21 % of 36.56 = 7.6776`,
    ],
    [
      'surplus against discounted energy',
      {
        surplusWh: 200_000,
        prices: { ...september.prices, discounts: { energy: '100' } },
        chargesSocialBonusFunding: false,
        meter: 'owned',
      },
      'power 12.42 + 2.76, energy 12.00 + 8.25 + 8.30, energy_discount -28.55, surplus -16.00, surplus_limit 16.00, electricity_tax 0.78, vat 3.35, total 19.31',
      'energy that costs nothing leaves nothing to pay surplus from; 5.11269632 % of 15.18 = 0.7761; 21 % of 15.96 = 3.3516',
    ],
    [
      'a wallet with some money',
      { walletCents: 1_000 },
      'power 12.42 + 2.76, energy 12.00 + 8.25 + 8.30, social_bonus_funding 0.74, electricity_tax 2.27, meter 0.80, vat 9.98, wallet -10.00, total 47.52',
      'it pays after taxes, which stay those of the ordinary month',
    ],
    [
      'a wallet with more than enough',
      { walletCents: 100_000 },
      'power 12.42 + 2.76, energy 12.00 + 8.25 + 8.30, social_bonus_funding 0.74, electricity_tax 2.27, meter 0.80, vat 9.98, wallet -57.52, total 0.00',
      'it pays the total and keeps the rest',
    ],
    [
      'three phases',
      { meter: 'three_phase' },
      'power 12.42 + 2.76, energy 12.00 + 8.25 + 8.30, social_bonus_funding 0.74, electricity_tax 2.27, meter 1.34, vat 10.10, total 58.18',
      '30 × 0.044712 = 1.34136 and the electricity tax is the same, for the meter does not bear it; 21 % of 48.08 = 10.0968',
    ],
    [
      'no consumption',
      { energyWh: [0, 0, 0], walletCents: 0 },
      'power 12.42 + 2.76, energy 0.00 + 0.00 + 0.00, social_bonus_funding 0.74, electricity_tax 0.81, meter 0.80, vat 3.68, total 21.21',
      'being supplied costs the same as in the month whose energy comes to nothing',
    ],
    [
      'the low rates of spring 2026',
      { firstDay: '2026-03-01', lastDay: '2026-03-31', dueDay: '2026-04-10' },
      'power 12.83 + 2.85, energy 12.00 + 8.25 + 8.30, social_bonus_funding 0.59, electricity_tax 0.22, meter 0.83, vat 4.59, total 50.46',
      `31 days: 12.834, 2.852, 0.592751, 0.82553; 0.5 % of 44.82 = 0.2241, above 0.198 MWh × 1; 10 % of 45.87 = 4.587,
       also for the days before 22 March, because the bill falls due after it`,
    ],
    [
      'the minimum of the electricity tax',
      { firstDay: '2026-03-01', lastDay: '2026-03-31', dueDay: '2026-04-10', energyWh: [0, 0, 300_000] },
      'power 12.83 + 2.85, energy 0.00 + 0.00 + 30.00, social_bonus_funding 0.59, electricity_tax 0.30, meter 0.83, vat 4.74, total 52.14',
      '0.5 % of 46.27 = 0.2314 is below 0.3 MWh × 1 EUR; 10 % of 47.40 = 4.74',
    ],
  ])('of %s is right to the cent', (_case, change, expected, reason) => {
    const bill = computeElectricityBill({ ...september, ...change })
    expect(printBill(bill), reason).toBe(expected)
  })

  test('charges the same as a retailer’s printed bill across the change of 26 June 2026', () => {
    const bill = computeElectricityBill({
      ...september,
      firstDay: '2026-06-12',
      lastDay: '2026-07-09',
      dueDay: '2026-07-29',
      powerWatts: [4_400, 4_400],
      energyWh: [171_000],
      prices: {
        powerPerKw: [
          { per: 'day', eur: '0.120743' },
          { per: 'day', eur: '0.044026' },
        ],
        energyEurPerKwh: ['0.165741'],
        surplusEurPerKwh: null,
        discounts: {},
      },
    })
    expect(
      printBill(bill),
      '4.4 kW × 28 days; 14 days × 0.019121 and 14 × 0.024688; 5.11269632 % of 49.26; 21 % of 52.53',
    ).toBe(
      'power 14.88 + 5.42, energy 28.34, social_bonus_funding 0.27 + 0.35, electricity_tax 2.52, meter 0.75, vat 11.03, total 63.56',
    )
    expect(bill.lines.filter(({ kind }) => kind === 'social_bonus_funding')).toMatchObject([
      { firstDay: '2026-06-12', lastDay: '2026-06-25', quantity: '14', figure: { validFrom: '2026-01-01' } },
      { firstDay: '2026-06-26', lastDay: '2026-07-09', quantity: '14', figure: { validFrom: '2026-06-26' } },
    ])
  })

  test('has the amounts of a distributor invoice of January 2022, which has no electricity tax', () => {
    const january = {
      ...september,
      firstDay: '2022-01-01',
      lastDay: '2022-01-31',
      dueDay: '2022-03-02',
      energyWh: [25_090, 23_510, 85_180],
      chargesSocialBonusFunding: false,
      billedTo: 'retailer' as const,
    }
    const tolls = computeElectricityBill({
      ...january,
      prices: {
        powerPerKw: [
          { per: 'day', eur: '0.062981' },
          { per: 'day', eur: '0.002572' },
        ],
        energyEurPerKwh: ['0.027787', '0.019146', '0.000703'],
        surplusEurPerKwh: null,
        discounts: {},
      },
    })
    expect(sumOfKind(tolls, 'power'), '4.6 × 31 × 0.062981 = 8.98 and × 0.002572 = 0.37').toBe(935)
    expect(sumOfKind(tolls, 'energy'), '0.70 + 0.45 + 0.06').toBe(121)

    const access = computeElectricityBill({
      ...january,
      prices: {
        powerPerKw: [
          { per: 'day', eur: '0.076599' },
          { per: 'day', eur: '0.003448' },
        ],
        energyEurPerKwh: ['0.100756', '0.03374', '0.004351'],
        surplusEurPerKwh: null,
        discounts: {},
      },
    })
    expect(access.taxBaseCents, 'tolls 9.35 + 1.21, charges 4.54, meter 0.83').toBe(1593)
    expect(sumOfKind(access, 'vat'), '21 %, because the reduced rate of those months was for end consumers only').toBe(
      335,
    )
  })

  test('divides a yearly price by the days of each calendar year', () => {
    const overNewYear = (firstDay: string, lastDay: string) =>
      computeElectricityBill({
        ...september,
        firstDay,
        lastDay,
        powerWatts: [10_000],
        prices: { ...september.prices, powerPerKw: [{ per: 'year', eur: '36.6' }] },
        chargesSocialBonusFunding: false,
      }).lines.filter(({ kind }) => kind === 'power')

    expect(overNewYear('2023-12-22', '2024-02-29'), '36.6 / 365 = 0.100274, 36.6 / 366 = 0.1').toMatchObject([
      { firstDay: '2023-12-22', lastDay: '2023-12-31', days: 10, unitPrice: '0.100274', amountCents: 1003 },
      { firstDay: '2024-01-01', lastDay: '2024-02-29', days: 60, unitPrice: '0.1', amountCents: 6000 },
    ])
    expect(overNewYear('2025-12-22', '2026-01-20'), 'two years of 365 days need no cut').toMatchObject([
      { firstDay: '2025-12-22', lastDay: '2026-01-20', days: 30, unitPrice: '0.100274', amountCents: 3008 },
    ])
  })

  test.each<[Partial<ElectricityBillInput>, string, string]>([
    [{ dueDay: '2026-03-21' }, 'vat 21', 'the day before the reduction'],
    [{ dueDay: '2026-04-10' }, 'vat 10', 'a small supply during it'],
    [{ dueDay: '2026-04-10', zone: 'baleares' }, 'vat 10', 'the Balearic Islands bear VAT'],
    [{ dueDay: '2026-04-29', powerWatts: [3_000, 10_000] }, 'vat 21', '10 kW in one period was not below 10 kW'],
    [{ dueDay: '2026-04-30', powerWatts: [3_000, 10_000] }, 'vat 10', 'from 30 April 10 kW had it too'],
    [{ dueDay: '2026-04-30', powerWatts: [3_000, 10_001] }, 'vat 21', 'one watt more did not'],
    [{ dueDay: '2021-06-25' }, 'vat 21', 'the day before Real Decreto-ley 12/2021'],
    [{ dueDay: '2022-06-30' }, 'vat 10', 'its last day at 10 %'],
    [{ dueDay: '2022-07-01' }, 'vat 5', 'Real Decreto-ley 11/2022'],
    [{ dueDay: '2023-12-31', powerWatts: [10_000, 10_000] }, 'vat 5', '10 kW had it'],
    [{ dueDay: '2023-12-31', powerWatts: [10_001, 10_001] }, 'vat 21', 'more did not'],
    [{ dueDay: '2023-12-31', billedTo: 'retailer' }, 'vat 21', 'nor did what a retailer is billed'],
    [{ dueDay: '2024-02-29' }, 'vat 10', 'Real Decreto-ley 8/2023'],
    [{ dueDay: '2024-03-01' }, 'vat 21', 'the market price had fallen below 45 EUR/MWh'],
    [{ dueDay: '2024-07-01' }, 'vat 10', 'and had risen above it again'],
    [{ dueDay: '2025-01-01' }, 'vat 21', 'the reduction had ended'],
  ])('with %j has %s %%: %s', (change, expected) => {
    // The electricity tax of June 2021 is not known, and has no effect on VAT.
    const { electricityTax } = regulatedPrices
    const earlier = { ...electricityTax.rows[0]!, validFrom: '2021-01-01' }
    const rows = [earlier, ...electricityTax.rows.slice(1)]
    const minimum = { ...regulatedPrices.electricityTaxMinimum.rows[0]!, validFrom: '2021-01-01' }
    const bill = computeElectricityBill(
      { ...september, ...change },
      {
        ...regulatedPrices,
        electricityTax: { ...electricityTax, rows },
        electricityTaxMinimum: { ...regulatedPrices.electricityTaxMinimum, rows: [minimum] },
      },
    )
    const taxLine = bill.lines.at(-1)
    expect(`${taxLine?.kind} ${taxLine?.unitPrice}`).toBe(expected)
    expect(taxLine?.quantity).toBe(formatFixedDecimal(bill.taxBaseCents, 2))
  })

  // The ordinary month is 47.54 EUR: 46.74 of electricity with its tax, and 0.80 of the meter.
  test.each<[string, Partial<ElectricityBillInput>, string[], string]>([
    [
      'a home in the Canary Islands',
      { zone: 'canarias' },
      ['igic 46.74 × 0 % = 0.00', 'igic 0.80 × 7 % = 0.06'],
      'Som Energia: 0 % on power, energy, social bonus and electricity tax of homes, 7 % on the meter',
    ],
    [
      'a business in the Canary Islands',
      { zone: 'canarias', isHome: false },
      ['igic 46.74 × 3 % = 1.40', 'igic 0.80 × 7 % = 0.06'],
      'Som Energia: 3 % on the same where nobody lives',
    ],
    [
      'a home in the Canary Islands with its own meter',
      { zone: 'canarias', meter: 'owned' },
      ['igic 46.74 × 0 % = 0.00'],
      'one rate',
    ],
    [
      'a home in Melilla with its own meter',
      { zone: 'melilla', meter: 'owned' },
      ['ipsi 46.74 × 1 % = 0.47'],
      '1 % on electricity',
    ],
    ['a home on the peninsula', {}, ['vat 47.54 × 21 % = 9.98'], 'one rate for all'],
  ])('of %s lists base and tax by rate', (_case, change, expected) => {
    const bill = computeElectricityBill({ ...september, ...change })
    const taxes = bill.lines.filter(({ kind }) => ['vat', 'igic', 'ipsi'].includes(kind))
    expect(
      taxes.map(
        (line) => `${line.kind} ${line.quantity} × ${line.unitPrice} % = ${formatFixedDecimal(line.amountCents, 2)}`,
      ),
    ).toEqual(expected)
    expect(bill.totalCents).toBe(sumCents(bill.lines.map(({ amountCents }) => amountCents)))
  })

  test('reports the surplus value that may still be credited to a wallet', () => {
    expect(computeElectricityBill({ ...september, surplusWh: 500_000 }).unpaidSurplusCents).toBe(1145)
    expect(computeElectricityBill({ ...september, surplusWh: 71_000 }).unpaidSurplusCents).toBe(0)
  })

  test('names the row of each regulated price used', () => {
    const figures = computeElectricityBill(september).lines.flatMap(({ figure }) => figure?.name ?? [])
    expect(figures).toEqual(['social_bonus_funding', 'electricity_tax', 'meter_rental_single_phase', 'vat'])
  })

  test.each<[Partial<ElectricityBillInput>, string, string]>([
    [
      { zone: 'ceuta' },
      'No value of ipsi (%) is known for 2026-10-10',
      'its rate for meters is entered by the operator',
    ],
    [{ dueDay: '2021-09-15' }, 'electricity_tax (%) is known for 2021-09-15', 'no rate is known that far back'],
    [{ energyWh: [1, 1, 1, 1] }, 'no price for energy in P4', 'the product has three'],
    [{ powerWatts: [1, 1, 1] }, 'no price for power in P3', 'the product has two'],
  ])('is refused with %j: "%s", because %s', (change, message) => {
    expect(() => computeElectricityBill({ ...september, ...change })).toThrow(message)
  })
})

describe('any electricity bill', () => {
  const wh = fc.integer({ min: 0, max: 5_000_000 })
  const price = fc.integer({ min: 0, max: 999_999 }).map((millionths) => formatFixedDecimal(millionths, 6))
  const percent = fc.integer({ min: 0, max: 100 }).map(String)
  const anyInput: fc.Arbitrary<ElectricityBillInput> = fc
    .record({
      start: fc.integer({ min: 0, max: 700 }),
      length: fc.integer({ min: 1, max: 70 }),
      powerWatts: fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 6 }),
      energyWh: fc.array(wh, { minLength: 1, maxLength: 6 }),
      surplusWh: wh,
      powerPrice: fc.record({ per: fc.constantFrom('day', 'year'), eur: price }),
      energyPrice: price,
      surplusPrice: fc.option(price),
      discounts: fc.record({ power: percent, energy: percent }, { requiredKeys: [] }),
      chargesSocialBonusFunding: fc.boolean(),
      meter: fc.constantFrom('single_phase', 'three_phase', 'owned'),
      walletCents: fc.integer({ min: 0, max: 10_000 }),
    })
    .map(({ start, length, powerPrice, energyPrice, surplusPrice, discounts, ...rest }) => {
      const firstDay = addDays('2024-10-01', start)
      const lastDay = addDays(firstDay, length - 1)
      const prices = {
        powerPerKw: rest.powerWatts.map(() => powerPrice),
        energyEurPerKwh: rest.energyWh.map(() => energyPrice),
        surplusEurPerKwh: surplusPrice,
        discounts,
      }
      return { ...rest, firstDay, lastDay, dueDay: addDays(lastDay, 10), zone: 'peninsula', prices }
    })

  test('has lines in whole cents that sum to its total', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { lines, totalCents } = computeElectricityBill(input)
        for (const { amountCents } of lines) expect(Number.isSafeInteger(amountCents)).toBe(true)
        expect(totalCents).toBe(sumCents(lines.map(({ amountCents }) => amountCents)))
        expect(totalCents).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('can be recomputed from the figures on its lines, to half a cent each', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        for (const line of computeElectricityBill(input).lines) expect(isWithinHalfACent(line)).toBe(true)
      }),
    )
  })

  test('never has a negative energy cost after its surplus', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const bill = computeElectricityBill(input)
        const terms = ['energy', 'energy_discount', 'surplus', 'surplus_limit']
        const energyCents = terms.reduce((sum, term) => sum + sumOfKind(bill, term), 0)
        expect(energyCents).toBeGreaterThanOrEqual(0)
        expect(bill.unpaidSurplusCents).toBe(sumOfKind(bill, 'surplus_limit'))
      }),
    )
  })

  test('never gets cheaper with more energy', () => {
    fc.assert(
      fc.property(anyInput, wh, (input, moreWh) => {
        const [first = 0, ...others] = input.energyWh
        const more = computeElectricityBill({ ...input, energyWh: [first + moreWh, ...others] })
        expect(more.totalCents).toBeGreaterThanOrEqual(computeElectricityBill(input).totalCents)
      }),
    )
  })

  test('charges every day once for each power, the meter and the social bonus funding', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { lines } = computeElectricityBill(input)
        const days = dayCount(input.firstDay, input.lastDay)
        const daysOf = (chosen: BillLine[]) =>
          chosen.reduce((sum, { firstDay, lastDay }) => sum + dayCount(firstDay, lastDay), 0)
        expect(daysOf(lines.filter(({ kind }) => kind === 'power'))).toBe(days * input.powerWatts.length)
        expect(daysOf(lines.filter(({ kind }) => kind === 'meter'))).toBe(input.meter === 'owned' ? 0 : days)
        expect(daysOf(lines.filter(({ kind }) => kind === 'social_bonus_funding'))).toBe(
          input.chargesSocialBonusFunding ? days : 0,
        )
      }),
    )
  })
})

/** Computes in trillionths of a euro, so that no product of the printed figures needs rounding. */
function isWithinHalfACent({ quantity, days, unit, unitPrice, amountCents }: BillLine): boolean {
  const product = millionths(quantity) * BigInt(days ?? 1) * millionths(unitPrice, unit === 'percent' ? 10 : 6)
  const exact = unit === 'percent' ? product / 1_000_000n : product
  const distance = exact - BigInt(amountCents) * 10_000_000_000n
  return (distance < 0n ? -distance : distance) <= 5_000_000_000n
}

function millionths(decimal: string, decimals = 6): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
