import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay } from '../../curve.ts'
import { cupsIn, energyIn, seasonedEndIn } from './fields.ts'
import { fixedColumns } from './fixed-columns.ts'
import { writtenIntervals } from './written-intervals.ts'

/** P5D, the validated curve of points of types 4 and 5, in Wh: cups; end; season; import; export. */
export const validated = fixedColumns({
  fewestFields: 5,
  mostFields: 5,
  code: 'cups',
  endField: 1,
  sourceOf: () => 'P5D',
  readFields([cups, end, season, imported, exported]) {
    return {
      cups: cupsIn(cups),
      end: seasonedEndIn(end, season),
      importWh: energyIn(imported, 'Wh'),
      exportWh: energyIn(exported, 'Wh'),
      reactiveVarh: null,
      quality: 'R',
      invoice: null,
    }
  },
})

/** The lines of a day as P5D, with their ends. It has no place for reactive energy, qualities and invoices. */
export function* validatedLines(day: CurveDay, zone: MarketTimeZone): Generator<string> {
  for (const { end, season, importWh, exportWh } of writtenIntervals(day, zone)) {
    yield `${day.cups};${end};${season};${importWh ?? ''};${exportWh ?? ''}\n`
  }
}
