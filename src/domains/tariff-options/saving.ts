import type { MeteredDay } from '#domains/consumption/curve.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { localHourOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import { type Cents, lineAmountCents, percentOfCents } from '#vocabulary/money.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { type Choice, type DatedChoice, isCheaper, isChosenUnit, type OptionKind, unitOf } from './rules.ts'

/** The energy used in an hour of local time. */
export type UsedHour = { day: MarketDay; hour: number; wh: number }

/**
 * Returns the energy of each hour of local time. The hour that October repeats is one hour with the energy of both; the
 * one that March skips is omitted, as is an hour that is unknown or partly unknown.
 */
export function listUsedHours(days: readonly MeteredDay[], zone: MarketTimeZone): UsedHour[] {
  return days.flatMap(({ day, stepMinutes, importWh }) => {
    const ofDay = new Map<number, number | null>()
    for (const [index, wh] of importWh.entries()) {
      const hour = localHourOf(day, index, stepMinutes, zone)
      const before = ofDay.get(hour)
      ofDay.set(hour, wh === null || before === null ? null : (before ?? 0) + wh)
    }
    return [...ofDay].flatMap(([hour, wh]) => (wh === null ? [] : [{ day, hour, wh }]))
  })
}

/** How many units each kind is chosen by, and the first of them. */
const units: Record<OptionKind, { first: number; count: number }> = {
  double_tariff: { first: 1, count: 12 },
  happy_hours: { first: 0, count: 24 },
  happy_day: { first: 1, count: 7 },
}

/** Energy by hour of an average day, by day of an average week, or by month of the year; null if unknown. */
export type UsedInUnit = { unit: number; wh: number | null }

/**
 * Returns the usage that an option is chosen by: the average day for hours, the average week for a day, the year by
 * month for months.
 */
export function sumUseByUnit(kind: OptionKind, hours: readonly UsedHour[]): UsedInUnit[] {
  const sums = new Map<number, { wh: number; times: Set<string> }>()
  for (const used of hours) {
    const unit = unitOf(kind, used)
    const sum = sums.get(unit) ?? { wh: 0, times: new Set() }
    sum.wh += used.wh
    // A month occurs once in a year, or in two parts at its ends, and is summed as a whole.
    sum.times.add(kind === 'double_tariff' ? 'once' : used.day)
    sums.set(unit, sum)
  }
  const { first, count } = units[kind]
  return Array.from({ length: count }, (_, index) => {
    const unit = first + index
    const sum = sums.get(unit)
    return { unit, wh: sum ? Math.round(sum.wh / sum.times.size) : null }
  })
}

/** Returns the price of an hour's energy before the discount; null if unknown. */
export type PriceOf = (hour: UsedHour) => Decimal | null

/**
 * Returns what a choice would have saved on these hours, before taxes: their energy at the price of their day, grouped
 * by price like the lines of a bill, times the discount. Null if no energy has a price.
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
  hours: readonly UsedHour[]
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
 * `electricityBill` deducts the percentage of the product from it.
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
  hours: readonly UsedHour[]
  periodOf: (hour: UsedHour) => Period
  periodCount: number
}): number[] {
  const energyWh = Array<number>(periodCount).fill(0)
  for (const used of hours) if (isCheaper(kind, choices, used)) energyWh[periodOf(used) - 1]! += used.wh
  return energyWh
}

/** Returns how many days have measurements. */
export function countMeasuredDays(hours: readonly UsedHour[]): number {
  return new Set(hours.map(({ day }) => day)).size
}
