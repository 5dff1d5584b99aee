import type { BillLine } from './bill.ts'
import { costOf, mergeQuantities, quantitiesOf } from './bill-bridge/bill-terms.ts'
import { discountShareOf } from './bill-bridge/discount-share.ts'
import { taxFactorsOf } from './bill-bridge/tax-factors.ts'
import type { Period } from './tariff-periods.ts'

/** The energy of an hour; null where it is not known. */
export type UsedHour = { period: Period | null; energyWh: number | null }

/** What each hour of a bill cost in cents that are not rounded, and how the total divides. */
export type HourlyCosts = {
  costCents: (number | null)[]
  /** The energy of the bill, and what does not depend on the hours of use, both with taxes. */
  energyCents: number
  otherCents: number
}

/** Returns what a kWh of a period costs in cents, with discount and taxes; undefined where the bill has no such price. */
export type EnergyPrice = (period: Period | null) => number | undefined

/**
 * Returns what each hour of a bill cost: its energy at the price of its period, less the discount on energy, with the
 * electricity tax and VAT that the energy bears. A product with one price has it in every hour.
 */
export function costHours(
  { lines, totalCents }: { lines: readonly BillLine[]; totalCents: number },
  hours: readonly UsedHour[],
): HourlyCosts {
  const { priceOf, energyCents } = priceEnergy(lines)
  const costCents = hours.map(({ period, energyWh }) => {
    const unitCents = priceOf(period)
    return energyWh === null || unitCents === undefined ? null : (energyWh / 1000) * unitCents
  })
  return { costCents, energyCents, otherCents: totalCents - energyCents }
}

/** Returns the price of the energy of a bill by period, and what all of its energy costs, both with taxes. */
export function priceEnergy(lines: readonly BillLine[]): { priceOf: EnergyPrice; energyCents: number } {
  const quantities = quantitiesOf(lines, 'energy')
  const factor = discountShareOf(lines, 'energy', 'energy_discount') * taxFactorsOf(lines).electricity
  const onlyPrice = quantities.size === 1 ? mergeQuantities([...quantities.values()]).unitCents : null
  const priceOf: EnergyPrice = (period) => {
    const unitCents = onlyPrice ?? (period === null ? undefined : quantities.get(period)?.unitCents)
    return unitCents === undefined ? undefined : unitCents * factor
  }
  return { priceOf, energyCents: Math.round(costOf(quantities.values()) * factor) }
}
