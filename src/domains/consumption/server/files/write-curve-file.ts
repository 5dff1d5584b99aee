import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay } from '../../curve.ts'
import { billedLines, selfConsumptionLines } from './billed.ts'
import { datadisHeader, datadisLines } from './datadis-lines.ts'
import { telemeteredLines } from './telemetered.ts'
import { validatedLines } from './validated.ts'

/** The formats that are written: for the demonstration's files, and for customers who take their data elsewhere. */
export type WrittenFormat = 'F5D' | 'P5D' | 'A5D' | 'P1D' | 'P2D' | 'datadis'

const linesOf = {
  F5D: billedLines,
  P5D: validatedLines,
  A5D: selfConsumptionLines,
  P1D: telemeteredLines,
  P2D: telemeteredLines,
  datadis: datadisLines,
}

/**
 * The lines of a file, each with its end, as `readCurveFile` reads them back. The days are all of one step: an hour for P1D,
 * a quarter of an hour for P2D. What a format has no place for is left out.
 */
export function* writeCurveFile(
  format: WrittenFormat,
  days: Iterable<CurveDay>,
  timeZoneOf: (cups: string) => MarketTimeZone = () => 'Europe/Madrid',
): Generator<string> {
  if (format === 'datadis') yield datadisHeader
  for (const day of days) yield* linesOf[format](day, timeZoneOf(day.cups))
}
