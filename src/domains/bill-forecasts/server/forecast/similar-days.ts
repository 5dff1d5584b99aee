import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { type DayProfile, habitOf } from './day-profiles.ts'

const daysOfWeek = 7
/** The recent days, and the window of the year before: eight weeks. */
const profileDays = 8 * daysOfWeek
/** 52 weeks before is the same day of the week. */
const yearDays = 52 * daysOfWeek
/** Fewer measured days than these say too little about a supply. */
export const minMeasuredDays = 28
/** How far the level of a year may differ from the one before and still be compared with it. */
const minLevel = 0.5
const maxLevel = 2

/** The measured days that a forecast is made from. */
export type ForecastDays = {
  /** The days of the last eight weeks that were measured. */
  recent: readonly DayProfile[]
  /** The measured days around the same weeks a year before. */
  yearBefore: readonly DayProfile[]
  /** What these weeks used, compared with the same ones a year before; null where that was not measured. */
  level: number | null
  /** What a kWh cost at the market in these weeks, compared in the same way; null where it was not published or does not matter. */
  marketLevel: number | null
}

/** Returns the days from which those of a forecast after `lastDay` and until `until` are needed. */
export function neededRanges(lastDay: MarketDay, until: MarketDay): { firstDay: MarketDay; lastDay: MarketDay }[] {
  const first = addDays(lastDay, 1 - profileDays)
  return [
    { firstDay: addDays(first, -yearDays), lastDay: addDays(until, profileDays / 2 - yearDays) },
    { firstDay: first, lastDay },
  ]
}

/** Chooses the days for a forecast of those that follow `lastDay`. */
export function chooseForecastDays(measured: readonly DayProfile[], lastDay: MarketDay): ForecastDays {
  const first = addDays(lastDay, 1 - profileDays)
  const recent = measured.filter(({ day }) => day >= first && day <= lastDay)
  const yearBefore = measured.filter(({ day }) => day < first)
  return {
    ...{ recent, yearBefore, level: levelOf(recent, yearBefore, ({ importWh }) => sumOf(importWh)) },
    marketLevel: levelOf(recent, yearBefore, ({ marketEur }) => (marketEur ? sumOf(marketEur) : 0)),
  }
}

/** Compares days that were measured in both years. */
function levelOf(
  recent: readonly DayProfile[],
  yearBefore: readonly DayProfile[],
  measure: (profile: DayProfile) => number,
): number | null {
  const before = new Map(yearBefore.map((profile) => [profile.day, profile]))
  const pairs = recent.flatMap((profile) => {
    const old = before.get(addDays(profile.day, -yearDays))
    return old ? [{ now: measure(profile), old: measure(old) }] : []
  })
  const old = pairs.reduce((sum, pair) => sum + pair.old, 0)
  if (pairs.length < minMeasuredDays || old <= 0) return null
  const level = pairs.reduce((sum, pair) => sum + pair.now, 0) / old
  return Math.min(maxLevel, Math.max(minLevel, level))
}

/** A measured day that may repeat itself, and by what its use and its market prices are multiplied. */
export type SimilarDay = { profile: DayProfile; factor: number; marketFactor: number }

/**
 * Returns the measured days that a day to come may be like: of the same weekday, in the last eight weeks and in those
 * around the same day a year before.
 */
export function similarDaysOf(
  day: MarketDay,
  { recent, yearBefore, level, marketLevel }: ForecastDays,
): { recent: SimilarDay[]; yearBefore: SimilarDay[] } {
  const habit = habitOf(day)
  const isAlike = ({ day: other }: DayProfile) => habitOf(other) === habit
  const middle = addDays(day, -yearDays)
  const [from, to] = [addDays(middle, -profileDays / 2), addDays(middle, profileDays / 2)]
  const alike = recent.filter(isAlike)
  return {
    recent: (alike.length > 0 ? alike : recent).map((profile) => ({ profile, factor: 1, marketFactor: 1 })),
    yearBefore:
      level === null
        ? []
        : yearBefore
            .filter((profile) => profile.day >= from && profile.day <= to && isAlike(profile))
            .map((profile) => ({ profile, factor: level, marketFactor: marketLevel ?? 1 })),
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
