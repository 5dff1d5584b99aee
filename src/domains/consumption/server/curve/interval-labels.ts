import { LRUCache } from 'lru-cache'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { countIntervalsOf, type MarketTimeZone, startOf } from '#vocabulary/market-time.ts'

const minuteMs = 60_000

// Charts of all supply points show the same few hundred days.
const labelCache = new LRUCache<string, readonly string[]>({ max: 2_000 })

/** Returns the instants at which the intervals of a day begin, in its local time: `2026-10-25T02:00:00+01:00`. */
export function listIntervalLabels(day: MarketDay, stepMinutes: number, zone: MarketTimeZone): readonly string[] {
  const key = `${zone} ${stepMinutes} ${day}`
  const cached = labelCache.get(key)
  if (cached) return cached
  const labels = buildLabels(day, stepMinutes, zone)
  labelCache.set(key, labels)
  return labels
}

/** Returns the instant at which a day begins, in its local time. */
export function dayStartLabel(day: MarketDay, zone: MarketTimeZone): string {
  const startMs = startOf(day, zone).getTime()
  return formatInstantWithOffset(startMs, Date.parse(day) - startMs)
}

function buildLabels(day: MarketDay, stepMinutes: number, zone: MarketTimeZone): string[] {
  const startMs = startOf(day, zone).getTime()
  const next = addDays(day, 1)
  const offsets = { before: Date.parse(day) - startMs, after: Date.parse(next) - startOf(next, zone).getTime() }
  // All clocks of the European Union change at 01:00 UTC.
  const changeMs = Date.parse(day) + 60 * minuteMs
  return Array.from({ length: countIntervalsOf(day, stepMinutes, zone) }, (_, index) => {
    const atMs = startMs + index * stepMinutes * minuteMs
    return formatInstantWithOffset(atMs, atMs < changeMs ? offsets.before : offsets.after)
  })
}

function formatInstantWithOffset(atMs: number, offsetMs: number): string {
  const local = new Date(atMs + offsetMs).toISOString().slice(0, 19)
  const hours = String(offsetMs / msPerHour).padStart(2, '0')
  return `${local}+${hours}:00`
}
