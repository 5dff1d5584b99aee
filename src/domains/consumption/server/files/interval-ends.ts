import { LRUCache } from 'lru-cache'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { intervalsOf, localHourOf, type MarketTimeZone, startOf } from '#vocabulary/market-time.ts'
import type { CurveStep } from '../../curve.ts'

/** How meter files label an interval: by its end on the wall clock, in minutes after midnight (1440 closes the day). */
export type IntervalEndLabel = { minutes: number; summer: 0 | 1 }

// A file asks for the same few hundred days once per record.
const known = new LRUCache<string, readonly IntervalEndLabel[]>({ max: 1_000 })

/** The labels of all intervals of a day. October repeats those from 02:00 on, March leaves them out (an hour earlier in the Canary Islands). */
export function intervalEnds(day: MarketDay, step: CurveStep, zone: MarketTimeZone): readonly IntervalEndLabel[] {
  const key = `${zone} ${step} ${day}`
  const labels = known.get(key) ?? labelsOf(day, step, zone)
  known.set(key, labels)
  return labels
}

function labelsOf(day: MarketDay, step: CurveStep, zone: MarketTimeZone): IntervalEndLabel[] {
  const count = intervalsOf(day, step, zone)
  const seasons = { before: seasonAtStartOf(day, zone), after: seasonAtStartOf(addDays(day, 1), zone) }
  return Array.from({ length: count }, (_, index) => {
    const elapsed = (index + 1) * step
    const minutes = index === count - 1 ? 1440 : localHourOf(day, index + 1, step, zone) * 60 + (elapsed % 60)
    return { minutes, summer: minutes === elapsed ? seasons.before : seasons.after }
  })
}

/** It is summer when the clock is further ahead than on the first of January. */
function seasonAtStartOf(day: MarketDay, zone: MarketTimeZone): 0 | 1 {
  return aheadMs(day, zone) > aheadMs(`${day.slice(0, 4)}-01-01`, zone) ? 1 : 0
}

function aheadMs(day: MarketDay, zone: MarketTimeZone): number {
  return Date.parse(day) - startOf(day, zone).getTime()
}
