import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay } from '../../curve.ts'
import { datadisHeader, writeDatadisLines } from './formats/datadis-lines.ts'
import { writeP1dLines } from './formats/f1-p1-p2.ts'
import { writeA5dLines, writeF5dLines } from './formats/f5d.ts'
import { writeP5dLines } from './formats/p5d.ts'

/** The formats that are written: for the demo files, and for customers who export their data. */
export type WrittenFormat = 'F5D' | 'P5D' | 'A5D' | 'P1D' | 'P2D' | 'datadis'

const linesOf = {
  F5D: writeF5dLines,
  P5D: writeP5dLines,
  A5D: writeA5dLines,
  P1D: writeP1dLines,
  P2D: writeP1dLines,
  datadis: writeDatadisLines,
}

/**
 * Yields the lines of a file, with line ends, in a form that `readCurveFile` reads back. All days have the same step:
 * an hour for P1D, a quarter of an hour for P2D. Values that a format cannot represent are omitted.
 */
export function* writeCurveFile(
  format: WrittenFormat,
  days: Iterable<CurveDay>,
  timeZoneOf: (cups: string) => MarketTimeZone = () => 'Europe/Madrid',
): Generator<string> {
  if (format === 'datadis') yield datadisHeader
  for (const day of days) yield* linesOf[format](day, timeZoneOf(day.cups))
}
