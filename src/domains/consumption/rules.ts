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

/** The resolutions of a curve, as API values. */
export const chartTypes = ['monthly', 'daily', 'hourly', 'quarter-hourly'] as const
export type ChartType = (typeof chartTypes)[number]

/** What a curve contains for each interval: energy used, energy fed into the grid, and reactive energy. */
export const magnitudes = ['activa', 'exportada', 'reactiva'] as const

export const wirePeriods = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6'] as const

export const downloadFormats = ['csv', 'xlsx', 'datadis', 'greenbutton'] as const
export type DownloadFormat = (typeof downloadFormats)[number]

/** Checks whether a contract of this access tariff has curves; gas contracts have none. */
export function hasCurves(tariff: string): tariff is EnergyTariff {
  return energyTariffs.some((name) => name === tariff)
}

/**
 * Checks whether a contract has any consumption to show: curves, or the invoices and readings of gas, which an upstream
 * server does not provide.
 */
export function hasConsumption(
  { energy, tariff }: { energy: 'electricity' | 'gas'; tariff: string },
  { hasUpstream }: { hasUpstream?: boolean | undefined },
): boolean {
  return (energy === 'gas' && !hasUpstream) || hasCurves(tariff)
}

/** The market days that a curve covers, both inclusive, named as in the address and on the wire. */
export type CurveRange = { start: MarketDay; end: MarketDay }

/** Parses the type in a path. Returns null for an unknown name. */
export function parseChartType(name: string): ChartType | null {
  return chartTypes.find((type) => type === name) ?? null
}

/** The maximum number of days per request, which bounds its cost: a year of intervals, ten years of daily totals. */
export const maxDays: Record<ChartType, number> = {
  monthly: 3660,
  daily: 1098,
  hourly: 366,
  'quarter-hourly': 366,
}

/**
 * Returns the range shown by default: the last twelve complete months with data, thirty days, or the last day.
 * `dataUntil` is the last day with data, or the day three days ago if there are none.
 */
export function computeDefaultRange(type: ChartType, dataUntil: MarketDay): CurveRange {
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

type RangeInput = { start?: string | undefined; end?: string | undefined }

/** Checks whether two days are a valid range: real days in order, and at most `maxDays` of them. */
export function isValidRange(type: ChartType, { start, end }: CurveRange): boolean {
  if (!isMarketDay(start) || !isMarketDay(end)) return false
  return start <= end && dayCount(start, end) <= maxDays[type]
}

/** Returns the requested range, or the default if there is none. Null if the request is invalid. */
export function resolveRange(type: ChartType, { start, end }: RangeInput, dataUntil: MarketDay): CurveRange | null {
  if (start === undefined && end === undefined) return computeDefaultRange(type, dataUntil)
  if (start === undefined || end === undefined) return null
  return isValidRange(type, { start, end }) ? { start, end } : null
}

/**
 * Returns the previous or next range of the same length: in months if it consists of whole months, otherwise in days.
 */
export function shiftRange({ start, end }: CurveRange, by: 1 | -1): CurveRange {
  if (start === firstOfMonth(start) && end === lastOfMonth(end)) {
    const months = countMonths({ start, end }) * by
    return { start: addMonths(start, months), end: lastOfMonth(addMonths(firstOfMonth(end), months)) }
  }
  const days = dayCount(start, end) * by
  return { start: addDays(start, days), end: addDays(end, days) }
}

/** Returns a range in days: for the monthly type, months such as `2026-10` are expanded to whole months. */
export function expandMonths(type: ChartType, { start, end }: CurveRange): CurveRange {
  if (type !== 'monthly') return { start, end }
  const isMonth = /^\d{4}-\d{2}$/
  return {
    start: isMonth.test(start) ? firstOfMonth(`${start}-01`) : start,
    end: isMonth.test(end) ? lastOfMonth(`${end}-01`) : end,
  }
}

type PresetRangeOptions = { type: ChartType; today: MarketDay; first: MarketDay | null; last: MarketDay | null }

/**
 * Returns the preset ranges that overlap the data from `first` to `last`. Monthly ones consist of whole months, and
 * their last twelve months are those of the default range.
 */
export function listPresetRanges({
  type,
  today,
  first,
  last,
}: PresetRangeOptions): { name: DayRangeName; range: CurveRange }[] {
  if (first === null || last === null) return []
  return dayRangeNames
    .filter((name) => type !== 'monthly' || name !== 'lastMonth')
    .map((name) => {
      const { from, to } = dayRangeOf(name, today)
      if (type !== 'monthly') return { name, range: { start: from, end: to } }
      if (name === 'last12Months') return { name, range: computeDefaultRange('monthly', last) }
      return { name, range: { start: firstOfMonth(from), end: lastOfMonth(to) } }
    })
    .filter(({ range: { start, end } }) => start <= last && end >= first)
}

/** Returns how many months a range touches. */
export function countMonths({ start, end }: CurveRange): number {
  return 12 * (yearOf(end) - yearOf(start)) + monthNumberOf(end) - monthNumberOf(start) + 1
}

// With more days than these, a user who switches to a finer view wants the end of the range rather than all of it.
const maxDaysCarriedOver: Record<ChartType, number> = { monthly: 3660, daily: 62, hourly: 7, 'quarter-hourly': 2 }

/**
 * Returns the range to show in another view: the same range if that view can show it well, otherwise its end (the last
 * month by day, the last day by hour). A single day becomes its whole month in the daily view. Undefined, for the
 * default range, if the range is shorter than two months in the monthly view.
 */
export function fitRangeToView(type: ChartType, { start, end }: CurveRange): CurveRange | undefined {
  const isTooShort = type === 'monthly' ? countMonths({ start, end }) < 2 : type === 'daily' && start === end
  if (isTooShort) return type === 'daily' ? { start: firstOfMonth(end), end: lastOfMonth(end) } : undefined
  if (dayCount(start, end) <= maxDaysCarriedOver[type]) return { start, end }
  return type === 'daily' ? { start: firstOfMonth(end), end } : { start: end, end }
}

function yearOf(day: MarketDay): number {
  return Number(day.slice(0, 4))
}

function monthNumberOf(day: MarketDay): number {
  return Number(day.slice(5, 7))
}
