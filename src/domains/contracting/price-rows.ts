import type { OfferedProduct } from '#domains/offers/api.ts'

type Prices = NonNullable<OfferedProduct['prices']>

/** A price of a product, or a discount: labelled by the number of its period where it has one, else by its text. */
export type PriceRow = {
  label: 'period' | 'always' | 'peak' | 'flat' | 'valley' | 'surplus' | 'fixed' | 'discountOff'
  period?: number
  amount: number
  unit: 'perKwYear' | 'perKwh' | 'fixedPerYear' | 'percent'
}

type PriceGroup = { name: 'power' | 'energy' | 'fixed' | 'surplus'; rows: PriceRow[] }

/**
 * Groups the prices that are paid by their subject. Permanent discounts are listed with them; no undiscounted price is
 * shown.
 */
export function priceGroups(prices: Prices): PriceGroup[] {
  const { power, energy, fixed, surplus, discounts } = prices
  const permanentDiscounts = discountRows(discounts?.standing)
  const groups: PriceGroup[] = [
    {
      name: 'power',
      rows: [...powerRows(prices.power_discounted ?? power ?? []), ...(power ? permanentDiscounts : [])],
    },
    { name: 'energy', rows: [...energyRows(prices.energy_discounted ?? energy), ...discountRows(discounts?.energy)] },
    {
      name: 'fixed',
      rows:
        fixed === null
          ? []
          : [{ label: 'fixed', amount: prices.fixed_discounted ?? fixed, unit: 'fixedPerYear' }, ...permanentDiscounts],
    },
    { name: 'surplus', rows: surplus === null ? [] : [{ label: 'surplus', amount: surplus, unit: 'perKwh' }] },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

function powerRows(power: readonly number[]): PriceRow[] {
  return power.map((amount, index) => ({ label: 'period', period: index + 1, amount, unit: 'perKwYear' }))
}

/** Returns the energy prices: three periods by their names, a single price for all hours once. */
function energyRows(energy: readonly number[]): PriceRow[] {
  const [first] = energy
  if (first !== undefined && energy.every((price) => price === first))
    return [{ label: 'always', amount: first, unit: 'perKwh' }]
  const names = energy.length === 3 ? (['peak', 'flat', 'valley'] as const) : null
  return energy.map((amount, index) =>
    names
      ? { label: names[index]!, amount, unit: 'perKwh' }
      : { label: 'period', period: index + 1, amount, unit: 'perKwh' },
  )
}

function discountRows(percent: number | null | undefined): PriceRow[] {
  return percent ? [{ label: 'discountOff', amount: percent, unit: 'percent' }] : []
}
