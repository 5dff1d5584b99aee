import type { CurveDay, CurveRefusal, CurveSource, CurveStep } from '../../curve.ts'

/** What reading a file comes upon; `file` is its name, or the name of the one inside the archive. */
export type CurveFileEvent =
  | { kind: 'recognised'; file: string; source: CurveSource; stepMinutes: CurveStep; version: number }
  /** A whole day, or what the file has of it. */
  | { kind: 'day'; file: string; day: CurveDay }
  /** A line that stays out, counted from 1; without a line, the file or the rest of it. */
  | { kind: 'refused'; file: string; line: number | null; code: CurveRefusal }
  /** The end of a recognised file: how many records it has, the refused ones among them. */
  | { kind: 'finished'; file: string; records: number }
