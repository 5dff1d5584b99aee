import { LRUCache } from 'lru-cache'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { countIntervalsOf, localHourOf, type MarketTimeZone, startOf } from '#vocabulary/market-time.ts'
import type { CurveStep } from '../../../curve.ts'

/**
 * How meter files label an interval: by its end in local time, in minutes after midnight (1440 is the end of the day).
 */
export type IntervalEndLabel = { minutes: number; summer: 0 | 1 }

// A file needs the same few hundred days once per record.
const labelCache = new LRUCache<string, readonly IntervalEndLabel[]>({ max: 1_000 })

/**
 * Returns the labels of all intervals of a day. October repeats those from 02:00 on, March skips them (an hour earlier
 * in the Canary Islands).
 */
export function listIntervalEnds(day: MarketDay, step: CurveStep, zone: MarketTimeZone): readonly IntervalEndLabel[] {
  const key = `${zone} ${step} ${day}`
  const labels = labelCache.get(key) ?? labelsOf(day, step, zone)
  labelCache.set(key, labels)
  return labels
}

function labelsOf(day: MarketDay, step: CurveStep, zone: MarketTimeZone): IntervalEndLabel[] {
  const count = countIntervalsOf(day, step, zone)
  const seasons = { before: seasonAtStartOf(day, zone), after: seasonAtStartOf(addDays(day, 1), zone) }
  return Array.from({ length: count }, (_, index) => {
    const elapsed = (index + 1) * step
    const minutes = index === count - 1 ? 1440 : localHourOf(day, index + 1, step, zone) * 60 + (elapsed % 60)
    return { minutes, summer: minutes === elapsed ? seasons.before : seasons.after }
  })
}

/** Returns the season at the start of a day: it is summer if the clock is further ahead than on 1 January. */
function seasonAtStartOf(day: MarketDay, zone: MarketTimeZone): 0 | 1 {
  return utcOffsetMs(day, zone) > utcOffsetMs(`${day.slice(0, 4)}-01-01`, zone) ? 1 : 0
}

function utcOffsetMs(day: MarketDay, zone: MarketTimeZone): number {
  return Date.parse(day) - startOf(day, zone).getTime()
}
