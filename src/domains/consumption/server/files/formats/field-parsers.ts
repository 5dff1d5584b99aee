import { LRUCache } from 'lru-cache'
import { isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { roundToUnits } from '#vocabulary/decimal.ts'
import type { IntervalEnd } from '#vocabulary/market-time.ts'
import { maxIntervalWh } from '../../../curve.ts'
import { RefusedLineError } from '../refused-errors.ts'

export type EnergyUnit = 'Wh' | 'kWh'

const decimalsOf = { Wh: 0, kWh: 3 }

/** Parses the supply point of a record. Does not check whether it exists. */
export function parseCupsField(field: string | undefined): string {
  const cups = (field ?? '').trim()
  if (cups === '') throw new RefusedLineError('cups_missing')
  if (!/^ES[\dA-Z]{1,23}$/i.test(cups)) throw new RefusedLineError('cups_invalid')
  return cups
}

/** Parses energy in Wh (or varh). Returns null for an empty field: not measured. */
export function parseEnergyWh(field: string | undefined, unit: EnergyUnit): number | null {
  const wh = parseBalanceWh(field, unit)
  if (wh !== null && wh < 0) throw new RefusedLineError('number_negative')
  return wh
}

/**
 * Parses energy with a sign, for files with a balance. Accepts both comma and point as decimal separators, but no
 * thousands separators. Fractions of a Wh, which a few portals write, are rounded, halves away from zero as everywhere
 * else.
 */
export function parseBalanceWh(field: string | undefined, unit: EnergyUnit): number | null {
  const decimal = (field ?? '').trim().replace(',', '.')
  if (decimal === '') return null
  if (!/^-?\d{1,10}(\.\d{1,10})?$/.test(decimal)) throw new RefusedLineError('number_invalid')
  const wh = roundToUnits(decimal, decimalsOf[unit])
  if (Math.abs(wh) > maxIntervalWh(60)) throw new RefusedLineError('number_too_large')
  return wh
}

/** Parses the end of an interval, `2021/06/01 01:00` with or without seconds, and its season, `0` or `1`. */
export function parseSeasonedEnd(timestamp: string | undefined, season: string | undefined): IntervalEnd {
  const { localDate, minutes } = parseIntervalEnd(timestamp)
  if (season !== '0' && season !== '1') throw new RefusedLineError('season_wrong')
  return { localDate, minutes, summer: season === '1' ? 1 : 0 }
}

/** Parses the end of an interval, `2021/06/01 01:00` with or without seconds, to minutes after midnight. */
export function parseIntervalEnd(timestamp: string | undefined): { localDate: MarketDay; minutes: number } {
  const [date, time, ...rest] = (timestamp ?? '').trim().split(' ')
  if (time === undefined || rest.length > 0) throw new RefusedLineError('time_invalid')
  return { localDate: parseFileDate(date), minutes: parseClockMinutes(time) }
}

/** Parses a calendar day written `01/06/2021`, `2021/06/01` or with dashes. */
export function parseFileDate(field: string | undefined): MarketDay {
  const written = (field ?? '').trim()
  const day = dayCache.get(written) ?? readDate(written)
  dayCache.set(written, day)
  return day
}

/** Parses a clock time from `00:00` to `24:00`, with or without seconds, to minutes after midnight. */
export function parseClockMinutes(field: string): number {
  const match = /^(\d{1,2}):([0-5]\d)(:[0-5]\d)?$/.exec(field.trim())
  if (!match) throw new RefusedLineError('time_invalid')
  if (match[3] !== undefined && match[3] !== ':00') throw new RefusedLineError('time_off_step')
  return Number(match[1]) * 60 + Number(match[2])
}

// The same date occurs in 24 or 96 records, often of many supply points.
const dayCache = new LRUCache<string, MarketDay>({ max: 1_000 })

// Hourly meters did not exist before this century, and no bills exist for the next one.
const yearFirst = /^(?<year>20\d\d)([/-])(?<month>\d{1,2})\2(?<day>\d{1,2})$/
const dayFirst = /^(?<day>\d{1,2})([/-])(?<month>\d{1,2})\2(?<year>20\d\d)$/

function readDate(written: string): MarketDay {
  const parts = (yearFirst.exec(written) ?? dayFirst.exec(written))?.groups
  if (!parts) throw new RefusedLineError('date_invalid')
  const day = `${parts.year}-${parts.month!.padStart(2, '0')}-${parts.day!.padStart(2, '0')}`
  if (!isMarketDay(day)) throw new RefusedLineError('date_invalid')
  return day
}
