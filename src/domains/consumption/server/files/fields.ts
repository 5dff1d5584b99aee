import { LRUCache } from 'lru-cache'
import { isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { roundedUnits } from '#vocabulary/decimal.ts'
import type { IntervalEnd } from '#vocabulary/market-time.ts'
import { mostWhOf } from '../../curve.ts'
import { RefusedLine } from './refused.ts'

export type EnergyUnit = 'Wh' | 'kWh'

const decimalsOf = { Wh: 0, kWh: 3 }

/** The supply point of a record as it is written. Whether it exists is not asked here. */
export function cupsIn(field: string | undefined): string {
  const cups = (field ?? '').trim()
  if (cups === '') throw new RefusedLine('cups_missing')
  if (!/^ES[\dA-Z]{1,23}$/i.test(cups)) throw new RefusedLine('cups_invalid')
  return cups
}

/** Energy in Wh (or varh), null where the field is empty: not measured. */
export function energyIn(field: string | undefined, unit: EnergyUnit): number | null {
  const wh = balanceIn(field, unit)
  if (wh !== null && wh < 0) throw new RefusedLine('number_negative')
  return wh
}

/**
 * The same with a sign, for files that give a balance. Comma and point are accepted as decimal signs, thousands are not
 * guessed at. Parts of a Wh, which a few portals write, are rounded, halves away from zero like everywhere else.
 */
export function balanceIn(field: string | undefined, unit: EnergyUnit): number | null {
  const decimal = (field ?? '').trim().replace(',', '.')
  if (decimal === '') return null
  if (!/^-?\d{1,10}(\.\d{1,10})?$/.test(decimal)) throw new RefusedLine('number_invalid')
  const wh = roundedUnits(decimal, decimalsOf[unit])
  if (Math.abs(wh) > mostWhOf(60)) throw new RefusedLine('number_too_large')
  return wh
}

/** The end of an interval, `2021/06/01 01:00` or with seconds, and its season, `0` or `1`. */
export function seasonedEndIn(timestamp: string | undefined, season: string | undefined): IntervalEnd {
  const { localDate, minutes } = endIn(timestamp)
  if (season !== '0' && season !== '1') throw new RefusedLine('season_wrong')
  return { localDate, minutes, summer: season === '1' ? 1 : 0 }
}

/** The end of an interval, `2021/06/01 01:00` or with seconds, in minutes after midnight. */
export function endIn(timestamp: string | undefined): { localDate: MarketDay; minutes: number } {
  const [date, time, ...rest] = (timestamp ?? '').trim().split(' ')
  if (time === undefined || rest.length > 0) throw new RefusedLine('time_invalid')
  return { localDate: dateIn(date), minutes: minutesIn(time) }
}

/** A day of the calendar written `01/06/2021`, `2021/06/01` or with dashes. */
export function dateIn(field: string | undefined): MarketDay {
  const written = (field ?? '').trim()
  const day = days.get(written) ?? readDate(written)
  days.set(written, day)
  return day
}

/** Minutes after midnight of a clock time from `00:00` to `24:00`, with seconds or without. */
export function minutesIn(field: string): number {
  const match = /^(\d{1,2}):([0-5]\d)(:[0-5]\d)?$/.exec(field.trim())
  if (!match) throw new RefusedLine('time_invalid')
  if (match[3] !== undefined && match[3] !== ':00') throw new RefusedLine('time_off_step')
  return Number(match[1]) * 60 + Number(match[2])
}

// The same date stands in 24 or 96 records, often of many supply points.
const days = new LRUCache<string, MarketDay>({ max: 1_000 })

// There are no hourly meters before this century, and no bills for the next.
const yearFirst = /^(?<year>20\d\d)([/-])(?<month>\d{1,2})\2(?<day>\d{1,2})$/
const dayFirst = /^(?<day>\d{1,2})([/-])(?<month>\d{1,2})\2(?<year>20\d\d)$/

function readDate(written: string): MarketDay {
  const parts = (yearFirst.exec(written) ?? dayFirst.exec(written))?.groups
  if (!parts) throw new RefusedLine('date_invalid')
  const day = `${parts.year}-${parts.month!.padStart(2, '0')}-${parts.day!.padStart(2, '0')}`
  if (!isMarketDay(day)) throw new RefusedLine('date_invalid')
  return day
}
