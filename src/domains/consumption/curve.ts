import type { MarketDay } from '#vocabulary/day.ts'

/** The kinds of file that curves come from, the distributors' by their own names. */
export type CurveSource =
  | 'F5D'
  | 'P5D'
  | 'A5D'
  | 'B5D'
  | 'F1'
  | 'P1'
  | 'P1D'
  | 'P2'
  | 'P2D'
  | 'medidas'
  | 'datadis'
  | 'e-distribucion'
  | 'i-de'
  | 'ufd'
  | 'endesa'
  | 'csv'

export type CurveStep = 15 | 60

/** What a meter tells has happened; a clock that is ahead of ours, or a day that is under way, is forgiven. */
export const mostDaysAhead = 1

/** The most energy of an interval, in Wh or varh: the sums of a day of 25 hours are stored as whole numbers of 32 bits. */
export function mostWhOf(stepMinutes: CurveStep): number {
  return Math.floor((2 ** 31 - 1) / 25 / (60 / stepMinutes))
}

/**
 * How a value came about, one character per interval:
 * - `R` measured, and firm where the file tells
 * - `P` measured, not yet validated
 * - `D` measured, with a warning of the meter
 * - `E` estimated, adjusted or profiled
 * - `-` the file has no value
 */
export type ReadingQuality = 'R' | 'P' | 'D' | 'E' | '-'

/**
 * One day of a supply point as one file tells it. The arrays are as long as the day really is: 23, 24 or 25 hours times
 * 60 / `stepMinutes`. Null is what the file does not say, never zero.
 */
export type CurveDay = {
  /** As the file writes it: 20 or 22 characters, or the 25 of a production unit (CIL). */
  cups: string
  day: MarketDay
  source: CurveSource
  stepMinutes: CurveStep
  importWh: (number | null)[]
  /** Null when the file has no energy fed into the grid on this day. */
  exportWh: (number | null)[] | null
  /** The reactive energy that is billed, inductive while importing (quadrant 1). Null when the file has none. */
  reactiveVarh: (number | null)[] | null
  /** A `ReadingQuality` per interval. Null when every value is `R`, which is nearly always and costs no space. */
  quality: string | null
  /** From the name of the file, `….0`, `….1`: a higher one replaces what a lower one told. */
  version: number
  /** The invoice that the distributor ties the curve to. */
  invoice: string | null
}

/** Why a line, or a whole file, stays out. */
export type CurveRefusal =
  // Of a whole file
  | 'file_empty'
  | 'format_unknown'
  | 'maximum_powers'
  | 'spreadsheet'
  | 'archive_broken'
  | 'archive_cut'
  | 'no_records'
  | 'day_not_storable'
  | 'line_too_long'
  | 'cups_missing'
  // Of a line
  | 'line_broken'
  | 'cups_invalid'
  | 'date_invalid'
  | 'date_in_future'
  | 'time_invalid'
  | 'time_off_step'
  | 'hour_not_in_day'
  | 'season_wrong'
  | 'number_invalid'
  | 'number_negative'
  | 'number_too_large'
  | 'quality_unknown'
  | 'interval_contradicted'
