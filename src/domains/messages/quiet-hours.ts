import { addDays } from '#vocabulary/day.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { type MarketTimeZone, marketDayOf, startOf } from '#vocabulary/market-time.ts'

/** Nobody is written to at their place from this hour of the evening until that of the morning, unless it is urgent. */
const eveningHour = 21
const morningHour = 8

/** Returns when a mail that can wait is sent: now, or in the morning if it is night where its reader lives. */
export function sendTimeOf(now: Date, zone: MarketTimeZone): Date {
  const today = marketDayOf(now, zone)
  const morning = atHour(today, morningHour, zone)
  if (now < morning) return morning
  return now < atHour(today, eveningHour, zone) ? now : atHour(addDays(today, 1), morningHour, zone)
}

/** The clock changes between 1 and 3, so that both hours are as far from the next midnight as on any other day. */
function atHour(day: string, hour: number, zone: MarketTimeZone): Date {
  return new Date(startOf(addDays(day, 1), zone).getTime() - (24 - hour) * msPerHour)
}
