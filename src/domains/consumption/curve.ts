import type { MarketDay } from '#vocabulary/day.ts'

/** The kinds of file that curves come from; the distributors' files by their official names. */
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

/**
 * How many days ahead a curve may be, to tolerate a meter clock that is fast or a day in progress. A meter otherwise
 * reports only the past.
 */
export const maxDaysAhead = 1

/**
 * Returns the maximum energy of an interval, in Wh or varh. It is limited because the sums of a day of 25 hours are
 * stored as 32-bit integers.
 */
export function maxIntervalWh(stepMinutes: CurveStep): number {
  return Math.floor((2 ** 31 - 1) / 25 / (60 / stepMinutes))
}

/**
 * How a value was obtained, one character per interval:
 * - `R` measured, and firm if the file distinguishes that
 * - `P` measured, not yet validated
 * - `D` measured, with a warning from the meter
 * - `E` estimated, adjusted or profiled
 * - `-` the file has no value
 */
export type ReadingQuality = 'R' | 'P' | 'D' | 'E' | '-'

/** The consumption of a day by interval, in Wh. Null is an interval without a reading, never zero. */
export type MeteredDay = { day: MarketDay; stepMinutes: number; importWh: readonly (number | null)[] }

/**
 * The values of a day. The arrays are as long as the day really is: 23, 24 or 25 hours times 60 / `stepMinutes`. Null
 * is an unknown value, never zero.
 */
export type DayValues = {
  stepMinutes: CurveStep
  importWh: (number | null)[]
  /** Null if there is no energy fed into the grid on this day. */
  exportWh: (number | null)[] | null
  /** The reactive energy that is billed, inductive while importing (quadrant 1). Null if there is none. */
  reactiveVarh: (number | null)[] | null
  /**
   * A `ReadingQuality` per interval. Null if every value is `R`, which is almost always the case and takes no space.
   */
  quality: string | null
}

/** The curve of one day of a supply point, as stored from one source or merged from several. */
export type StoredDay = DayValues & {
  day: MarketDay
  source: CurveSource
  /** The source of each interval, where they come from several. */
  sources?: CurveSource[]
}

/** The curve of one day of a supply point as one file has it. */
export type CurveDay = StoredDay & {
  /** As the file has it: 20 or 22 characters, or the 25 of a production unit (CIL). */
  cups: string
  /** From the file name, `….0`, `….1`: a higher version replaces a lower one. */
  version: number
  /** The invoice that the distributor links the curve to. */
  invoice: string | null
}

/** Why a line, or a whole file, is rejected. */
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
