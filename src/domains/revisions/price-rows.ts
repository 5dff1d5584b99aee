import type { ProductTerm, StandingCharge } from '#vocabulary/bill.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import type { ProductPrices } from './revision.ts'

/** The terms of a price list. */
export const priceTerms = [
  ...(['power', 'energy', 'gas_fixed', 'gas_variable'] as const),
  'surplus',
  ...(['power_discount', 'energy_discount', 'gas_fixed_discount', 'gas_variable_discount'] as const),
] as const
export type PriceTerm = (typeof priceTerms)[number]

/** The units of prices, as they are shown after them. */
export const priceUnits = ['perKwDay', 'perKwYear', 'perDay', 'perYear', 'perKwh', 'percent'] as const
export type PriceUnit = (typeof priceUnits)[number]

/** A price before and after a revision; null where it does not exist. `period` counts from 1; null without periods. */
export type PriceRow = {
  term: PriceTerm
  /** The number of periods of the term, by which a period is named. */
  periods: number
  period: number | null
  unit: PriceUnit
  before: Decimal | null
  after: Decimal | null
}

type Price = Omit<PriceRow, 'before' | 'after'> & { value: Decimal }

/** Returns the table of prices before and after, in the order of a contract: power, energy, surplus; or the two of gas. */
export function comparePrices(before: ProductPrices, after: ProductPrices): PriceRow[] {
  const [old, revised] = [listPrices(before), listPrices(after)]
  const keyOf = ({ term, period, unit }: Price) => `${term} ${period} ${unit}`
  const keys = [...new Set([...old, ...revised].map(keyOf))]
  return keys.map((key) => {
    const one = old.find((price) => keyOf(price) === key)
    const other = revised.find((price) => keyOf(price) === key)
    const { value: _, ...row } = (one ?? other)!
    return { ...row, before: one?.value ?? null, after: other?.value ?? null }
  })
}

function listPrices(prices: ProductPrices): Price[] {
  if (!isElectricity(prices)) {
    const { fixed, variableEurPerKwh, discounts } = prices
    return [
      {
        term: 'gas_fixed',
        periods: 1,
        period: null,
        unit: fixed.per === 'day' ? 'perDay' : 'perYear',
        value: fixed.eur,
      },
      { term: 'gas_variable', periods: 1, period: null, unit: 'perKwh', value: variableEurPerKwh },
      ...listDiscounts(discounts),
    ]
  }
  const { powerPerKw, energyEurPerKwh, surplusEurPerKwh, discounts } = prices
  return [
    ...powerPerKw.map((charge, index) => powerPrice(charge, index, powerPerKw.length)),
    ...energyEurPerKwh.map(
      (value, index): Price => ({
        ...{ term: 'energy', periods: energyEurPerKwh.length, unit: 'perKwh', value },
        period: energyEurPerKwh.length > 1 ? index + 1 : null,
      }),
    ),
    ...(surplusEurPerKwh === null
      ? []
      : [{ term: 'surplus', periods: 1, period: null, unit: 'perKwh', value: surplusEurPerKwh } as const]),
    ...listDiscounts(discounts),
  ]
}

function powerPrice({ per, eur }: StandingCharge, index: number, periods: number): Price {
  return { term: 'power', periods, period: index + 1, unit: per === 'day' ? 'perKwDay' : 'perKwYear', value: eur }
}

function listDiscounts(discounts: Readonly<Partial<Record<ProductTerm, Decimal>>>): Price[] {
  return Object.entries(discounts).map(([term, value]) => ({
    term: `${term as ProductTerm}_discount`,
    ...{ periods: 1, period: null, unit: 'percent', value },
  }))
}

function isElectricity(prices: ProductPrices): prices is ElectricityPrices {
  return 'powerPerKw' in prices
}
