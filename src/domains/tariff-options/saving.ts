import type { Decimal } from '#vocabulary/decimal.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { type Cents, lineAmountCents, percentOfCents } from '#vocabulary/money.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { type Choice, type DatedChoice, isCheaperHour, isChosenUnit, type OptionKind, unitOf } from './rules.ts'
import type { HourlyUsage } from './usage.ts'

/** Returns the price of an hour's energy in EUR/kWh, before the discount of the option; null if unknown. */
export type PriceOf = (hour: HourlyUsage) => Decimal | null

/**
 * Returns what a choice would have saved on these hours, before taxes: their energy at the price of their day, grouped
 * by price like the lines of a bill, times the discount (decision 0022). Hours without a price are left out; null if
 * none has one.
 */
export function computeSavingCents({
  kind,
  choice,
  hours,
  priceOf,
  discountPercent,
}: {
  kind: OptionKind
  choice: Choice
  hours: readonly HourlyUsage[]
  priceOf: PriceOf
  discountPercent: Decimal
}): Cents | null {
  const whAt = new Map<Decimal, number>()
  let isPriced = false
  for (const used of hours) {
    const price = priceOf(used)
    if (price === null) continue
    isPriced = true
    if (isChosenUnit(kind, choice, unitOf(kind, used))) whAt.set(price, (whAt.get(price) ?? 0) + used.wh)
  }
  if (!isPriced) return null
  let costCents = 0
  for (const [unitPrice, wh] of whAt) costCents += lineAmountCents({ quantity: kwhFromWh(wh), unitPrice })
  return percentOfCents(costCents, discountPercent)
}

/**
 * Returns the energy of a bill that is cheaper by the customer's choice, in Wh by tariff period, P1 first:
 * `computeElectricityBill` deducts the option's percentage from it (decision 0027).
 */
export function sumChosenEnergy({
  kind,
  choices,
  hours,
  periodOf,
  periodCount,
}: {
  kind: OptionKind
  choices: readonly DatedChoice[]
  hours: readonly HourlyUsage[]
  periodOf: (hour: HourlyUsage) => Period
  periodCount: number
}): number[] {
  const energyWh = Array<number>(periodCount).fill(0)
  for (const used of hours) if (isCheaperHour(kind, choices, used)) energyWh[periodOf(used) - 1]! += used.wh
  return energyWh
}
