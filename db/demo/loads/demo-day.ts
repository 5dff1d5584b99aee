import { LRUCache } from 'lru-cache'
import { dayCount, type MarketDay, weekdayOf } from '#vocabulary/day.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { countIntervalsOf, localHourOf, startOf } from '#vocabulary/market-time.ts'
import { isNationalFixedHoliday } from '#vocabulary/tariff-periods.ts'
import { createRandom, demoSeed } from '../random.ts'

/** The location used for all supply points of the demo: inland Catalonia. */
const demoLocation = { latitudeDegrees: 41.6, longitudeDegrees: 1.6 }
const demoTimeZone = 'Europe/Madrid'

/** The conditions of a day for consumption and generation. */
export type DemoDay = {
  day: MarketDay
  month: number
  /** Sundays and national holidays. */
  isSunday: boolean
  isSaturday: boolean
  /** 0 for a clear sky, 1 for no sun. */
  cloudShare: number
  meanC: number
  moments: readonly DayInterval[]
}

/** An interval of a day. */
export type DayInterval = {
  /** The local time at which it starts, in hours with decimals. */
  hour: number
  temperatureC: number
  /** The sine of the sun's elevation in the middle of the interval; 0 at night. */
  sunHeight: number
}

// Supply points are processed day by day, so few days are requested again.
const dayCache = new LRUCache<string, DemoDay>({ max: 50 })

/** Returns the day in intervals of this many minutes, with invented weather. */
export function demoDayOf(day: MarketDay, stepMinutes: number): DemoDay {
  const key = `${day} ${stepMinutes} ${demoSeed()}`
  const today = dayCache.get(key) ?? createDemoDay(day, stepMinutes)
  dayCache.set(key, today)
  return today
}

function createDemoDay(day: MarketDay, stepMinutes: number): DemoDay {
  const weekday = weekdayOf(day)
  const { meanC, cloudShare } = createWeather(day)
  // Clear days are warmer in the afternoon and colder before dawn.
  const swingC = 7 - 4 * cloudShare
  const moments = Array.from({ length: countIntervalsOf(day, stepMinutes, demoTimeZone) }, (_, index) => {
    const hour = localHourOf(day, index, stepMinutes, demoTimeZone) + ((index * stepMinutes) % 60) / 60
    return {
      hour,
      temperatureC: meanC + swingC * Math.cos(((hour - 15.5) / 24) * 2 * Math.PI),
      sunHeight: sunHeightAt(day, startOf(day, demoTimeZone).getTime() + (index + 0.5) * stepMinutes * 60_000),
    }
  })
  return {
    day,
    month: Number(day.slice(5, 7)),
    isSunday: weekday === 7 || isNationalFixedHoliday(day),
    isSaturday: weekday === 6,
    cloudShare,
    meanC,
    moments,
  }
}

/** Weather persists: each day mixes random values of its own with those of the days before. */
function createWeather(day: MarketDay): { meanC: number; cloudShare: number } {
  const seasonal = 15 + 8.5 * Math.cos(((dayOfYear(day) - 205) / 365) * 2 * Math.PI)
  const weights = [0.4, 0.3, 0.2, 0.1]
  let warmth = 0
  let wetness = 0
  for (const [back, weight] of weights.entries()) {
    const random = createRandom('weather', dayNumber(day) - back)
    warmth += weight * random.scatter()
    wetness += weight * random.scatter()
  }
  return { meanC: seasonal + 9 * warmth, cloudShare: Math.min(0.95, Math.max(0.05, 0.32 + 0.9 * wetness)) }
}

/** Cooper's formula for the declination. The sun is highest at local noon, give or take a quarter of an hour. */
function sunHeightAt(day: MarketDay, instantMs: number): number {
  const declination = (23.45 * Math.sin(((284 + dayOfYear(day)) / 365) * 2 * Math.PI) * Math.PI) / 180
  const latitude = (demoLocation.latitudeDegrees * Math.PI) / 180
  const solarHour = ((instantMs / msPerHour) % 24) + demoLocation.longitudeDegrees / 15
  const hourAngle = ((solarHour - 12) / 12) * Math.PI
  const height =
    Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(hourAngle)
  return Math.max(0, height)
}

function dayOfYear(day: MarketDay): number {
  return dayCount(`${day.slice(0, 4)}-01-01`, day)
}

function dayNumber(day: MarketDay): number {
  return dayCount('2000-01-01', day)
}
