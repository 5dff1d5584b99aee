import type { BillLine } from '#vocabulary/bill.ts'
import { costOf, mergeQuantities, quantitiesOf } from '#vocabulary/bill-bridge/bill-terms.ts'
import { discountShareOf } from '#vocabulary/bill-bridge/discount-share.ts'
import { taxFactorsOf } from '#vocabulary/bill-bridge/tax-factors.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'

/** The energy of an hour; null where it is not known. */
export type UsedHour = { period: Period | null; energyWh: number | null }

/** What each hour of a bill cost in cents that are not rounded, and how the total divides. */
export type HourlyCosts = {
  costCents: (number | null)[]
  /** The energy of the bill, and what does not depend on the hours of use, both with taxes. */
  energyCents: number
  otherCents: number
}

/**
 * Returns what each hour of a bill cost: its energy at the price of its period, less the discount on energy, with the
 * electricity tax and VAT that the energy bears. A product with one price has it in every hour.
 */
export function costHours(
  { lines, totalCents }: { lines: readonly BillLine[]; totalCents: number },
  hours: readonly UsedHour[],
): HourlyCosts {
  const quantities = quantitiesOf(lines, 'energy')
  const factor = discountShareOf(lines, 'energy', 'energy_discount') * taxFactorsOf(lines).electricity
  const onlyPrice = quantities.size === 1 ? mergeQuantities([...quantities.values()]).unitCents : null
  const unitCentsOf = (period: Period | null) =>
    onlyPrice ?? (period === null ? undefined : quantities.get(period)?.unitCents)
  const costCents = hours.map(({ period, energyWh }) => {
    const unitCents = unitCentsOf(period)
    return energyWh === null || unitCents === undefined ? null : (energyWh / 1000) * unitCents * factor
  })
  const energyCents = Math.round(costOf(quantities.values()) * factor)
  return { costCents, energyCents, otherCents: totalCents - energyCents }
}
