import type { BillLine } from './bill.ts'
import { costOf, mergeQuantities, quantitiesOf } from './bill-bridge/bill-terms.ts'
import { discountShareOf } from './bill-bridge/discount-share.ts'
import { taxFactorsOf } from './bill-bridge/tax-factors.ts'
import type { Period } from './tariff-periods.ts'

/** The energy of an hour; null where it is not known. */
export type UsedHour = {
  period: Period | null
  energyWh: number | null
  /** What the market asked for a kWh in this hour, in cents; absent where the bill is priced without it. */
  marketCents?: number
}

/** What each hour of a bill cost in cents that are not rounded, and how the total divides. */
export type HourlyCosts = {
  costCents: (number | null)[]
  /** The energy of the bill, and what does not depend on the hours of use, both with taxes. */
  energyCents: number
  otherCents: number
}

/** Energy of a tariff period, and what it cost at the market in cents. */
export type MarketUse = { period: Period | null; energyWh: number; marketCents: number }

/**
 * Returns what a kWh of a period costs in cents, with discount and taxes; undefined where the bill has no such price. With
 * the price that the market asks for a kWh, what it costs then.
 */
export type EnergyPrice = (period: Period | null, marketCents?: number) => number | undefined

/**
 * Returns what each hour of a bill cost: its energy at the price of its period, less the discount on energy, with the
 * electricity tax and VAT that the energy bears. A product with one price has it in every hour, and one that follows the
 * market has that of the market.
 */
export function costHours(
  { lines, totalCents }: { lines: readonly BillLine[]; totalCents: number },
  hours: readonly UsedHour[],
): HourlyCosts {
  const { priceOf, energyCents } = priceEnergy(lines, hours.flatMap(marketUseOf))
  const costCents = hours.map(({ period, energyWh, marketCents }) => {
    const unitCents = priceOf(period, marketCents)
    return energyWh === null || unitCents === undefined ? null : (energyWh / 1000) * unitCents
  })
  return { costCents, energyCents, otherCents: totalCents - energyCents }
}

function marketUseOf({ period, energyWh, marketCents }: UsedHour): MarketUse[] {
  if (energyWh === null || marketCents === undefined) return []
  return [{ period, energyWh, marketCents: (energyWh / 1000) * marketCents }]
}

/**
 * Returns the price of the energy of a bill by period, and what all of its energy costs, both with taxes. A bill that
 * follows the market has the mean of its hours as the price of a period: with what its energy cost at the market, an hour
 * costs as much more or less as the market asked for it, so that the hours sum to the line.
 */
export function priceEnergy(
  lines: readonly BillLine[],
  market: readonly MarketUse[] = [],
): { priceOf: EnergyPrice; energyCents: number } {
  const quantities = quantitiesOf(lines, 'energy')
  const factor = discountShareOf(lines, 'energy', 'energy_discount') * taxFactorsOf(lines).electricity
  const onlyPrice = quantities.size === 1 ? mergeQuantities([...quantities.values()]).unitCents : null
  const means = meanMarketPrices(market, (period) => (onlyPrice === null ? period : null))
  const priceOf: EnergyPrice = (period, marketCents) => {
    const unitCents = onlyPrice ?? (period === null ? undefined : quantities.get(period)?.unitCents)
    if (unitCents === undefined) return undefined
    const mean = means.get(onlyPrice === null ? period : null)
    return (unitCents + (mean === undefined || marketCents === undefined ? 0 : marketCents - mean)) * factor
  }
  return { priceOf, energyCents: Math.round(costOf(quantities.values()) * factor) }
}

/** Returns the mean price of a kWh at the market in cents, weighed by the energy; none of what used nothing. */
function meanMarketPrices(
  market: readonly MarketUse[],
  keyOf: (period: Period | null) => Period | null,
): Map<Period | null, number> {
  const byKey = Map.groupBy(market, ({ period }) => keyOf(period))
  const means = new Map<Period | null, number>()
  for (const [key, uses] of byKey) {
    const energyWh = uses.reduce((sum, use) => sum + use.energyWh, 0)
    if (energyWh > 0) means.set(key, (uses.reduce((sum, use) => sum + use.marketCents, 0) / energyWh) * 1000)
  }
  return means
}
