import {
  addDays,
  addMonths,
  dayCount,
  firstOfMonth,
  isMarketDay,
  lastOfMonth,
  type MarketDay,
} from '#vocabulary/day.ts'
import { type DayRangeName, dayRangeNames, dayRangeOf } from '#vocabulary/day-ranges.ts'
import { type EnergyTariff, energyTariffs } from '#vocabulary/tariff-periods.ts'

/** How finely a curve is told, as on the wire. */
export const chartTypes = ['monthly', 'daily', 'hourly', 'quarter-hourly'] as const
export type ChartType = (typeof chartTypes)[number]

/** What is told of each interval: energy used, fed into the grid, and reactive. */
export const magnitudes = ['activa', 'exportada', 'reactiva'] as const

export const wirePeriods = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6'] as const

export const downloadFormats = ['csv', 'xlsx', 'datadis', 'greenbutton'] as const
export type DownloadFormat = (typeof downloadFormats)[number]

/** Whether a contract of this access tariff has curves: those of gas have none. */
export function hasCurves(tariff: string): tariff is EnergyTariff {
  return energyTariffs.some((name) => name === tariff)
}

/**
 * Whether there is anything to show of what a contract uses: curves, or the invoices and readings of gas, which another
 * server does not tell.
 */
export function hasConsumption(
  { energy, tariff }: { energy: 'electricity' | 'gas'; tariff: string },
  { hasUpstream }: { hasUpstream?: boolean | undefined },
): boolean {
  return (energy === 'gas' && !hasUpstream) || hasCurves(tariff)
}

/** Market days, both included. */
export type DayRange = { start: MarketDay; end: MarketDay }

/** The type that a path names, or null when there is none of that name. */
export function chartTypeOf(name: string): ChartType | null {
  return chartTypes.find((type) => type === name) ?? null
}

/** How many days one question may span, so that what it costs is bounded: a year of intervals, ten years of day totals. */
export const mostDays: Record<ChartType, number> = {
  monthly: 3660,
  daily: 1098,
  hourly: 366,
  'quarter-hourly': 366,
}

/**
 * What is shown when nobody asked for a range: the last twelve complete months of which there are data, thirty days, the
 * last day. `dataUntil` is the last day with data, or the day three days ago when there are none.
 */
export function defaultRange(type: ChartType, dataUntil: MarketDay): DayRange {
  switch (type) {
    case 'monthly': {
      const isComplete = dataUntil === lastOfMonth(dataUntil)
      const end = isComplete ? dataUntil : addDays(firstOfMonth(dataUntil), -1)
      return { start: addMonths(firstOfMonth(end), -11), end }
    }
    case 'daily':
      return { start: addDays(dataUntil, -29), end: dataUntil }
    case 'hourly':
    case 'quarter-hourly':
      return { start: dataUntil, end: dataUntil }
  }
}

type AskedRange = { start?: string | undefined; end?: string | undefined }

/** Whether two days make a range that may be asked: real days in their order, no more of them than `mostDays`. */
export function isRange(type: ChartType, { start, end }: DayRange): boolean {
  if (!isMarketDay(start) || !isMarketDay(end)) return false
  return start <= end && dayCount(start, end) <= mostDays[type]
}

/** The range that a question means: its own, or the default when it names none. Null when it makes no sense. */
export function readRange(type: ChartType, { start, end }: AskedRange, dataUntil: MarketDay): DayRange | null {
  if (start === undefined && end === undefined) return defaultRange(type, dataUntil)
  if (start === undefined || end === undefined) return null
  return isRange(type, { start, end }) ? { start, end } : null
}

/** The range before or after, as long: so many months where it is made of whole months, so many days otherwise. */
export function shifted({ start, end }: DayRange, by: 1 | -1): DayRange {
  if (start === firstOfMonth(start) && end === lastOfMonth(end)) {
    const months = monthCount({ start, end }) * by
    return { start: addMonths(start, months), end: lastOfMonth(addMonths(firstOfMonth(end), months)) }
  }
  const days = dayCount(start, end) * by
  return { start: addDays(start, days), end: addDays(end, days) }
}

/** A range as days: months, `2026-10`, are taken whole where they are asked for. */
export function wholeDays(type: ChartType, { start, end }: DayRange): DayRange {
  if (type !== 'monthly') return { start, end }
  const isMonth = /^\d{4}-\d{2}$/
  return {
    start: isMonth.test(start) ? firstOfMonth(`${start}-01`) : start,
    end: isMonth.test(end) ? lastOfMonth(`${end}-01`) : end,
  }
}

type Offer = { type: ChartType; today: MarketDay; first: MarketDay | null; last: MarketDay | null }

/**
 * The ranges that are offered ready made: those of which there are data from `first` to `last`, by months in whole ones, where the
 * last twelve are those of the default range.
 */
export function offeredRanges({ type, today, first, last }: Offer): { name: DayRangeName; range: DayRange }[] {
  if (first === null || last === null) return []
  return dayRangeNames
    .filter((name) => type !== 'monthly' || name !== 'lastMonth')
    .map((name) => {
      const { from, to } = dayRangeOf(name, today)
      if (type !== 'monthly') return { name, range: { start: from, end: to } }
      if (name === 'last12Months') return { name, range: defaultRange('monthly', last) }
      return { name, range: { start: firstOfMonth(from), end: lastOfMonth(to) } }
    })
    .filter(({ range: { start, end } }) => start <= last && end >= first)
}

/** How many months a range touches. */
export function monthCount({ start, end }: DayRange): number {
  return 12 * (yearOf(end) - yearOf(start)) + monthNumberOf(end) - monthNumberOf(start) + 1
}

// Past these, somebody who looks closer wants the end of the range rather than all of it.
const mostDaysKept: Record<ChartType, number> = { monthly: 3660, daily: 62, hourly: 7, 'quarter-hourly': 2 }

/**
 * What is looked at in another view after this range: all of it where that view can show it well, else its end: the last
 * month by day, the last day by hour. Undefined, the default, where the range is too short to be told so coarsely.
 */
export function rangeInView(type: ChartType, { start, end }: DayRange): DayRange | undefined {
  const isTooShort = type === 'monthly' ? monthCount({ start, end }) < 2 : type === 'daily' && start === end
  if (isTooShort) return type === 'daily' ? { start: firstOfMonth(end), end: lastOfMonth(end) } : undefined
  if (dayCount(start, end) <= mostDaysKept[type]) return { start, end }
  return type === 'daily' ? { start: firstOfMonth(end), end } : { start: end, end }
}

function yearOf(day: MarketDay): number {
  return Number(day.slice(0, 4))
}

function monthNumberOf(day: MarketDay): number {
  return Number(day.slice(5, 7))
}
