import { expect, test } from 'vitest'
import { createBillLine } from '#vocabulary/bill.ts'
import { computeGasBillOfParts, type GasUse } from '#vocabulary/bill-gas.ts'
import { addDays, addMonths } from '#vocabulary/day.ts'
import { type RegulatedPrices, regulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { RunningSupply } from '../forecast/running-bill.ts'
import type { KnownGas, KnownSpan } from './known-gas.ts'
import { computeGasBillToCome } from './open-gas-bill.ts'
import { splitIntoGasParts } from './running-gas-bill.ts'

const bill = { firstDay: '2026-11-01', lastDay: '2026-11-30', dueDay: '2026-12-20' }
const terms = (variableEurPerKwh: string) => ({
  ...{ fixed: { per: 'day' as const, eur: '0.20' }, variableEurPerKwh, discounts: {} },
})
const supply: RunningSupply = {
  contract: {
    ...{ startsOn: '2020-01-01', endsOn: null, productName: '', promotion: null, hasChosenHours: false, powers: [] },
    tariffs: [{ fromDay: '1900-01-01', value: 'RL.1' }],
  },
  prices: [
    { validFrom: '2020-01-01', tariff: 'RL.1', terms: terms('0.06') },
    { validFrom: '2026-11-16', tariff: 'RL.1', terms: terms('0.08') },
  ],
  ...{ bill: { content: { productName: '' } }, zone: 'peninsula', lastLines: null, followsMarket: false },
}

/** Ten kWh on each day of so many months from January of last year on. */
function monthsOf(count: number): KnownSpan[] {
  return Array.from({ length: count }, (_, index) => {
    const firstDay = addMonths('2025-01-01', index)
    const lastDay = addDays(addMonths(firstDay, 1), -1)
    return { firstDay, lastDay, energyWh: 10_000 * Number(lastDay.slice(8)) }
  })
}

function toCome(known: Partial<KnownGas>, { own = supply, yesterday = '2026-11-09', figures = regulatedPrices } = {}) {
  const parts = splitIntoGasParts(own, bill)!
  const all = { spans: monthsOf(22), ownReading: null, estimated: [], ...known }
  return computeGasBillToCome({ bill, supply: own, parts, known: all, yesterday }, { seed: 'one', figures })
}

function expectedOf(known: Partial<KnownGas>, options: Parameters<typeof toCome>[1] = {}) {
  const result = toCome(known, options)
  if (typeof result === 'string' || 'reason' in result.forecast) throw new Error(JSON.stringify(result))
  return result.forecast.expected.totalCents
}

const billOf = (energyWh: [number, number], use: GasUse = 'general') => {
  const part = (firstDay: string, lastDay: string, wh: number, price: string) => ({
    ...{ firstDay, lastDay, energyWh: wh, prices: terms(price) },
  })
  return computeGasBillOfParts({ ...bill, zone: 'peninsula', use }, [
    part('2026-11-01', '2026-11-15', energyWh[0], '0.06'),
    part('2026-11-16', '2026-11-30', energyWh[1], '0.08'),
  ]).totalCents
}

test('a price that changes within the bill has the gas of its days', () => {
  expect(expectedOf({})).toBe(billOf([150_000, 150_000]))
})

test('what an estimated reading made the last bill charge is put right by the next', () => {
  const october = { firstDay: '2026-10-01', lastDay: '2026-10-31', energyWh: 400_000 }
  // October used 310 kWh by the year before.
  expect(expectedOf({ spans: monthsOf(21), estimated: [october] })).toBe(billOf([150_000 - 90_000, 150_000]))
})

test('gas that was taxed as that of a business, or not at all, is so again', () => {
  const { hydrocarbonTaxProfessional } = regulatedPrices
  const line = createBillLine(bill, {
    ...{ kind: 'hydrocarbon_tax', quantity: '100', unit: 'kWh', unitPrice: '0.00054' },
    figure: { name: hydrocarbonTaxProfessional.name, validFrom: '2014-01-01' },
  })
  expect(expectedOf({}, { own: { ...supply, lastLines: [line] } })).toBe(billOf([150_000, 150_000], 'professional'))
  expect(expectedOf({}, { own: { ...supply, lastLines: [] } })).toBe(billOf([150_000, 150_000], 'generation'))
})

test('the bill so far has the days until yesterday, and says from which the gas is estimated', () => {
  const read = { firstDay: '2026-11-01', lastDay: '2026-11-05', energyWh: 50_000 }
  expect(toCome({ spans: [...monthsOf(22), read] })).toMatchObject({
    soFar: { endDay: '2026-11-09', estimatedFrom: '2026-11-06', energy: { energyWh: [9 * 10_000] } },
  })
  expect(toCome({}, { yesterday: '2026-10-31' })).toMatchObject({ soFar: { endDay: null, bill: null } })
})

test('where nothing tells the year before, the bill so far ends with the last reading', () => {
  const read = { firstDay: '2026-11-01', lastDay: '2026-11-05', energyWh: 60_000 }
  expect(toCome({ spans: [read] })).toMatchObject({
    forecast: { reason: 'no_year_before' },
    soFar: { endDay: '2026-11-05', estimatedFrom: null, energy: { energyWh: [60_000] } },
  })
})

test('a regulated price that is not known is no bill', () => {
  const figures: RegulatedPrices = {
    ...regulatedPrices,
    hydrocarbonTax: { ...regulatedPrices.hydrocarbonTax, rows: [] } as never,
  }
  expect(toCome({}, { figures })).toBe('price_unknown')
})
