import type { IntervalEnd } from '#vocabulary/market-time.ts'
import type { CurveSource, CurveStep, ReadingQuality } from '../../../curve.ts'
import type { HourNumbering } from '../days/dst-day.ts'

/** What is known of a file before its records are read. */
export type FileHead = { fileName: string; lines: readonly string[] }

/** A kind of file, recognised from its first lines. The file name only decides between kinds that look alike. */
export type CurveFormat = { recognise(head: FileHead): RecognisedFile | null }

export type RecognisedFile = {
  source: CurveSource
  stepMinutes: CurveStep
  /** The number of lines before the first record. */
  headerLines: number
  /** Whether the records, or a line before them, name the supply point. */
  namesCups: boolean
  /** How the file numbers the hours when the clocks change, if its records have no season. */
  numbering: HourNumbering
  /** Parses a line; null for one that is not a record (a total). Throws `RefusedLineError`. */
  readLine(line: string): CurveRecord | null
}

/** The values of one interval from one line. */
export type CurveRecord = {
  /** Empty if the file names none. */
  cups: string
  end: IntervalEnd
  importWh: number | null
  exportWh: number | null
  reactiveVarh: number | null
  /** The quality of the existing values; a record without values has none. */
  quality: Exclude<ReadingQuality, '-'>
  invoice: string | null
}
