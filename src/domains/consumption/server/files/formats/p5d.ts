import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay } from '../../../curve.ts'
import { listWrittenIntervals } from '../written-intervals.ts'
import { parseCupsField, parseEnergyWh, parseSeasonedEnd } from './field-parsers.ts'
import { createFixedColumnFormat } from './fixed-columns.ts'

/** P5D, the validated curve of points of types 4 and 5, in Wh: cups; end; season; import; export. */
export const p5dFormat = createFixedColumnFormat({
  minFields: 5,
  maxFields: 5,
  code: 'cups',
  endField: 1,
  detectSource: () => 'P5D',
  readFields([cups, end, season, imported, exported]) {
    return {
      cups: parseCupsField(cups),
      end: parseSeasonedEnd(end, season),
      importWh: parseEnergyWh(imported, 'Wh'),
      exportWh: parseEnergyWh(exported, 'Wh'),
      reactiveVarh: null,
      quality: 'R',
      invoice: null,
    }
  },
})

/**
 * Returns the lines of a day as P5D, with line ends. The format cannot represent reactive energy, qualities or
 * invoices.
 */
export function* writeP5dLines(day: CurveDay, zone: MarketTimeZone): Generator<string> {
  for (const { end, season, importWh, exportWh } of listWrittenIntervals(day, zone)) {
    yield `${day.cups};${end};${season};${importWh ?? ''};${exportWh ?? ''}\n`
  }
}
