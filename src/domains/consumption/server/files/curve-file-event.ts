import type { CurveDay, CurveRefusal, CurveSource, CurveStep } from '../../curve.ts'

/** An event while reading a file; `file` is its name, or the name of the file inside the archive. */
export type CurveFileEvent =
  | { kind: 'recognised'; file: string; source: CurveSource; stepMinutes: CurveStep; version: number }
  /** A complete day, or the part of it that the file has. */
  | { kind: 'day'; file: string; day: CurveDay }
  /** A rejected line, counted from 1; without a line, the file or the rest of it. */
  | { kind: 'refused'; file: string; line: number | null; code: CurveRefusal }
  /** The end of a recognised file, with the number of its records, including refused ones. */
  | { kind: 'finished'; file: string; records: number }
