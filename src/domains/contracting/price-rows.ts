import type { OfferedProduct } from '#domains/offers/api.ts'

type Prices = NonNullable<OfferedProduct['prices']>

/** A price of a product or what is taken off it: by the number of its period where it has one, else by its words. */
export type PriceRow = {
  label: 'period' | 'always' | 'peak' | 'flat' | 'valley' | 'surplus' | 'fixed' | 'discountOff'
  period?: number
  amount: number
  unit: 'perKwYear' | 'perKwh' | 'fixedPerYear' | 'percent'
}

type PriceGroup = { name: 'power' | 'energy' | 'fixed' | 'surplus'; rows: PriceRow[] }

/** The prices that are paid, by what they are for; what is always taken off stands with them, and no other price than what is paid. */
export function priceGroups(prices: Prices): PriceGroup[] {
  const { power, energy, fixed, surplus, discounts } = prices
  const standing = off(discounts?.standing)
  const groups: PriceGroup[] = [
    { name: 'power', rows: [...powerRows(prices.power_discounted ?? power ?? []), ...(power ? standing : [])] },
    { name: 'energy', rows: [...energyRows(prices.energy_discounted ?? energy), ...off(discounts?.energy)] },
    {
      name: 'fixed',
      rows:
        fixed === null
          ? []
          : [{ label: 'fixed', amount: prices.fixed_discounted ?? fixed, unit: 'fixedPerYear' }, ...standing],
    },
    { name: 'surplus', rows: surplus === null ? [] : [{ label: 'surplus', amount: surplus, unit: 'perKwh' }] },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

function powerRows(power: readonly number[]): PriceRow[] {
  return power.map((amount, place) => ({ label: 'period', period: place + 1, amount, unit: 'perKwYear' }))
}

/** Three periods go by their names, one price for all hours is told once. */
function energyRows(energy: readonly number[]): PriceRow[] {
  const [first] = energy
  if (first !== undefined && energy.every((price) => price === first))
    return [{ label: 'always', amount: first, unit: 'perKwh' }]
  const names = energy.length === 3 ? (['peak', 'flat', 'valley'] as const) : null
  return energy.map((amount, place) =>
    names
      ? { label: names[place]!, amount, unit: 'perKwh' }
      : { label: 'period', period: place + 1, amount, unit: 'perKwh' },
  )
}

function off(percent: number | null | undefined): PriceRow[] {
  return percent ? [{ label: 'discountOff', amount: percent, unit: 'percent' }] : []
}
