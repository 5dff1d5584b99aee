import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { intervalsOf, type MarketTimeZone, startOf } from '#vocabulary/market-time.ts'

const minuteMs = 60_000

/** The instants at which the intervals of a day begin, on its own clock: `2026-10-25T02:00:00+01:00`. */
export function intervalLabels(day: MarketDay, stepMinutes: number, zone: MarketTimeZone): string[] {
  const startMs = startOf(day, zone).getTime()
  const next = addDays(day, 1)
  const offsets = { before: Date.parse(day) - startMs, after: Date.parse(next) - startOf(next, zone).getTime() }
  // All clocks of the Union change at one o'clock of universal time.
  const changeMs = Date.parse(day) + 60 * minuteMs
  return Array.from({ length: intervalsOf(day, stepMinutes, zone) }, (_, index) => {
    const atMs = startMs + index * stepMinutes * minuteMs
    return written(atMs, atMs < changeMs ? offsets.before : offsets.after)
  })
}

function written(atMs: number, offsetMs: number): string {
  const local = new Date(atMs + offsetMs).toISOString().slice(0, 19)
  const hours = String(offsetMs / 3_600_000).padStart(2, '0')
  return `${local}+${hours}:00`
}
