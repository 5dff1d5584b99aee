import type { IntervalEnd } from '#vocabulary/market-time.ts'
import type { CurveSource, CurveStep, ReadingQuality } from '../../curve.ts'
import type { HourNumbering } from './change-day.ts'

/** What a file shows before its records are read. */
export type FileHead = { fileName: string; lines: readonly string[] }

/** A kind of file, recognised from its first lines. Its name only decides between kinds that look alike. */
export type CurveFormat = { recognise(head: FileHead): RecognisedFile | null }

export type RecognisedFile = {
  source: CurveSource
  stepMinutes: CurveStep
  /** Lines before the first record. */
  headerLines: number
  /** Whether the records, or a line before them, name the supply point. */
  namesCups: boolean
  /** How it numbers the hours when the clocks change, where its records bear no season. */
  numbering: HourNumbering
  /** The record of a line, null for a line that is none (a total). Throws `RefusedLine`. */
  readLine(line: string): CurveRecord | null
}

/** What one line tells of one interval. */
export type CurveRecord = {
  /** Empty where the file names none. */
  cups: string
  end: IntervalEnd
  importWh: number | null
  exportWh: number | null
  reactiveVarh: number | null
  /** Of the values there are; a record without any has none. */
  quality: Exclude<ReadingQuality, '-'>
  invoice: string | null
}
