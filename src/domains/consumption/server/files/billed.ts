import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay } from '../../curve.ts'
import { cupsIn, energyIn, seasonedEndIn } from './fields.ts'
import { type Evidence, fixedColumns, kindInName } from './fixed-columns.ts'
import type { CurveRecord } from './format.ts'
import { type WrittenInterval, writtenIntervals } from './written-intervals.ts'

/**
 * F5D, the curve that a bill of types 4 and 5 rests on, A5D (self-consumption) and B5D (net generation), in Wh:
 * cups; end; season; import; export; R1; R2; R3; R4; source; validated; invoice; and in a newer F5D two corrections.
 */
export const billed = fixedColumns({
  fewestFields: 12,
  mostFields: 14,
  code: 'cups',
  endField: 1,
  sourceOf: kindOf,
  readFields([cups, end, season, imported, exported, inductive, , , , source, validated, invoice]) {
    return {
      cups: cupsIn(cups),
      end: seasonedEndIn(end, season),
      importWh: energyIn(imported, 'Wh'),
      exportWh: energyIn(exported, 'Wh'),
      reactiveVarh: energyIn(inductive, 'Wh'),
      quality: qualityOf(source!.trim(), validated!.trim()),
      invoice: invoice!.trim() || null,
    }
  },
})

/** The lines of a day as F5D, with their ends. A warning of the meter goes as not validated, the nearest that it can say. */
export function* billedLines(day: CurveDay, zone: MarketTimeZone): Generator<string> {
  for (const interval of writtenIntervals(day, zone)) yield lineOf(day, interval, sourceAndValidated(interval.quality))
}

/** The same as A5D, which tells where a value comes from only when that is in question. */
export function* selfConsumptionLines(day: CurveDay, zone: MarketTimeZone): Generator<string> {
  for (const interval of writtenIntervals(day, zone)) {
    yield lineOf(day, interval, interval.quality === 'R' ? ';' : sourceAndValidated(interval.quality))
  }
}

/**
 * Corrections or a source of the values are an F5D's; without either it is an A5D. The name decides where that is not
 * enough: an A5D or B5D with sources is taken at its word, and nothing else tells a B5D from an A5D.
 */
function kindOf({ records, fileName }: Evidence): 'F5D' | 'A5D' | 'B5D' {
  if (records.some((fields) => (fields[12] ?? '') !== '')) return 'F5D'
  const named = kindInName(fileName, ['A5D', 'B5D'])
  const hasSources = records.some((fields) => fields[9] !== '' || fields[10] !== '')
  return named ?? (hasSources ? 'F5D' : 'A5D')
}

/** Sources 1 (remote management) and 3 (remote metering) are measured; with the others the distributor adjusted or profiled. */
function qualityOf(source: string, validated: string): CurveRecord['quality'] {
  if (source !== '' && source !== '1' && source !== '3') return 'E'
  return validated === '0' ? 'P' : 'R'
}

function sourceAndValidated(quality: WrittenInterval['quality']): string {
  if (quality === 'E') return '2;0'
  return quality === 'R' ? '1;1' : '1;0'
}

function lineOf({ cups, invoice }: CurveDay, interval: WrittenInterval, sourceAndValidated: string): string {
  const { end, season, importWh, exportWh, reactiveVarh } = interval
  const energies = [importWh, exportWh, reactiveVarh].map((value) => value ?? '').join(';')
  return `${cups};${end};${season};${energies};;;;${sourceAndValidated};${invoice ?? ''}\n`
}
