import { describe, expect, test } from 'vitest'
import { findContradictions, findFactorsContradiction, findPeriodsContradiction } from './invoice-contradictions.ts'
import type { InvoiceLine } from './invoice-line.ts'

type BillLine = InvoiceLine['lines'][number]

const energyLine: BillLine = {
  kind: 'energy',
  period: 1,
  firstDay: '2026-10-01',
  lastDay: '2026-10-31',
  quantity: '190',
  unit: 'kWh',
  days: null,
  unitPrice: '0.1987368',
  amountCents: 3776,
  label: null,
  endsOn: null,
}

const invoice = {
  issuedOn: '2026-11-05',
  correction: null,
  startsOn: '2026-10-01',
  endsOn: '2026-10-31',
  amountTotalCents: 3776,
  amountPendingCents: 3776,
  paidStatus: 'unpaid',
  rectificativeType: 'N',
  energyWhByPeriod: [40_000, 50_000, 100_000],
  powerWatts: [4_600, 4_600],
  maximumPowerWatts: [],
  lines: [energyLine],
  documents: [],
} satisfies Partial<InvoiceLine>

describe('the amount of a line and its factors', () => {
  test.each<[reason: string, line: Partial<BillLine>]>([
    ['rounded to the cent', {}],
    ['a difference of one cent, as systems round in another order', { amountCents: 3777 }],
    [
      'whole watts over the days of a month',
      { unit: 'kW', quantity: '4.6', days: 31, unitPrice: '0.093', amountCents: 1326 },
    ],
    [
      'a price with the four decimals that are printed',
      { quantity: '10000', unitPrice: '0.1235', amountCents: 123_450 },
    ],
    ['a percentage of euros', { unit: 'percent', quantity: '37.76', unitPrice: '5.11269632', amountCents: 193 }],
    ['a discount', { unit: 'percent', quantity: '37.76', unitPrice: '-10', amountCents: -378 }],
    ['a negative quantity', { quantity: '-190', amountCents: -3776 }],
    [
      'charged days, whatever other days are given',
      { unit: 'day', quantity: '31', days: 31, unitPrice: '0.02663', amountCents: 83 },
    ],
    ['an amount alone, without printed factors', { unit: 'EUR', quantity: '0', unitPrice: '1', amountCents: 3776 }],
  ])('agree: %s', (_, line) => {
    expect(findFactorsContradiction({ ...energyLine, ...line })).toBeNull()
  })

  test.each<[reason: string, line: Partial<BillLine>, product: number]>([
    ['190 kWh at 9 € are not 37,76 €', { unitPrice: '9' }, 171_000],
    ['two cents are more than rounding', { amountCents: 3778 }, 3776],
    ['a discount that adds', { unit: 'percent', quantity: '37.76', unitPrice: '-10', amountCents: 378 }, -378],
    [
      'a power without its days',
      { unit: 'kW', quantity: '4.6', days: null, unitPrice: '0.093', amountCents: 1326 },
      43,
    ],
    ['a percentage of cents', { unit: 'percent', quantity: '3776', unitPrice: '21', amountCents: 793 }, 79_296],
  ])('disagree: %s', (_, line, product) => {
    const amount = { ...energyLine, ...line }.amountCents
    expect(findFactorsContradiction({ ...energyLine, ...line })).toEqual({
      name: 'amount_differs',
      values: { amount, product },
    })
  })
})

describe('an invoice', () => {
  test.each<[reason: string, fields: Partial<InvoiceLine>]>([
    ['the sample invoice', {}],
    [
      'several lines of one concept',
      { lines: [energyLine, { ...energyLine, amountCents: 3775 }], amountTotalCents: 7551 },
    ],
    ['without lines', { lines: [], amountTotalCents: 4569 }],
    ['paid in part', { amountPendingCents: 1 }],
    [
      'one that gives money back',
      { lines: [], amountTotalCents: -3776, amountPendingCents: -3776, paidStatus: 'pending_transfer' },
    ],
    ['one of zero', { lines: [], amountTotalCents: 0, amountPendingCents: 0 }],
    ['one that cancels, with negative energy', { rectificativeType: 'A', energyWhByPeriod: [-1, -2, -3] }],
    ['one that cancels, with unchanged energy', { rectificativeType: 'B' }],
  ])('is consistent: %s', (_, fields) => {
    expect(findContradictions({ ...invoice, ...fields })).toEqual([])
  })

  test.each<[reason: string, fields: Partial<InvoiceLine>, path: (string | number)[], name: string]>([
    [
      'a line whose factors do not give its amount',
      { lines: [{ ...energyLine, unitPrice: '9' }] },
      ['lines', 0, 'amountCents'],
      'amount_differs',
    ],
    ['lines that do not add up to the total', { amountTotalCents: 4000 }, ['lines'], 'sum_differs'],
    ['more to be paid than the total', { amountPendingCents: 4000 }, ['amountPendingCents'], 'above_total'],
    ['a pending amount with the opposite sign', { amountPendingCents: -10 }, ['amountPendingCents'], 'pending_sign'],
    ['paid with an amount pending', { paidStatus: 'paid' }, ['amountPendingCents'], 'paid_but_pending'],
    ['unpaid with nothing pending', { amountPendingCents: 0 }, ['amountPendingCents'], 'unpaid_but_settled'],
    ['negative usage', { energyWhByPeriod: [-1, 2, 3] }, ['energyWhByPeriod'], 'energy_negative'],
    ['an end before its start', { endsOn: '2026-09-30' }, ['endsOn'], 'before_start'],
  ])('is inconsistent: %s', (_, fields, path, name) => {
    expect(findContradictions({ ...invoice, ...fields })).toEqual([[path, expect.objectContaining({ name })]])
  })
})

describe('the number of values of an invoice and the periods of its tariff', () => {
  const domestic = { energy: 'electricity', tariff: '2.0TD' }
  test.each<[reason: string, fields: Partial<InvoiceLine>, contract: typeof domestic, expected: object | null]>([
    ['three periods and two powers', {}, domestic, null],
    ['no powers', { powerWatts: [] }, domestic, null],
    [
      'one value for three periods',
      { energyWhByPeriod: [190_000] },
      domestic,
      { given: 1, tariff: '2.0TD', expected: 3 },
    ],
    ['one power for two', { powerWatts: [4_600] }, domestic, { given: 1, tariff: '2.0TD', expected: 2 }],
    ['one highest power for two', { maximumPowerWatts: [4_100] }, domestic, { given: 1, tariff: '2.0TD', expected: 2 }],
    ['the highest power of each period', { maximumPowerWatts: [4_100, 0] }, domestic, null],
    ['reactive energy of each period', { reactiveVarhByPeriod: [1, 2, 3] }, domestic, null],
    [
      'reactive energy of one period',
      { reactiveVarhByPeriod: [1] },
      domestic,
      { given: 1, tariff: '2.0TD', expected: 3 },
    ],
    ['three values for six periods', {}, { ...domestic, tariff: '3.0TD' }, { given: 3, tariff: '3.0TD', expected: 6 }],
    ['one value for gas', { energyWhByPeriod: [190_000] }, { energy: 'gas', tariff: 'RL.2' }, null],
    ['three values for gas', {}, { energy: 'gas', tariff: 'RL.2' }, { given: 3, tariff: 'RL.2', expected: 1 }],
    ['a tariff from before June 2021', { energyWhByPeriod: [190_000] }, { ...domestic, tariff: '2.0A' }, null],
    ['days from before June 2021', { energyWhByPeriod: [190_000], startsOn: '2021-05-31' }, domestic, null],
  ])('%s', (_, fields, contract, expected) => {
    expect(findPeriodsContradiction({ ...invoice, ...fields }, contract)?.[1].values ?? null).toEqual(expected)
  })
})
