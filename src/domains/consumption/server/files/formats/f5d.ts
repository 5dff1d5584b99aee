import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay } from '../../../curve.ts'
import { listWrittenIntervals, type WrittenInterval } from '../written-intervals.ts'
import { parseCupsField, parseEnergyWh, parseSeasonedEnd } from './field-parsers.ts'
import { createFixedColumnFormat, type FileSample, findKindInName } from './fixed-columns.ts'
import type { CurveRecord } from './format.ts'

/**
 * F5D, the curve on which the bills of types 4 and 5 are based, A5D (self-consumption) and B5D (net generation), in Wh:
 * cups; end; season; import; export; R1; R2; R3; R4; source; validated; invoice; and in a newer F5D two corrections.
 */
export const f5dFormat = createFixedColumnFormat({
  minFields: 12,
  maxFields: 14,
  code: 'cups',
  endField: 1,
  detectSource: kindOf,
  readFields([cups, end, season, imported, exported, inductive, , , , source, validated, invoice]) {
    return {
      cups: parseCupsField(cups),
      end: parseSeasonedEnd(end, season),
      importWh: parseEnergyWh(imported, 'Wh'),
      exportWh: parseEnergyWh(exported, 'Wh'),
      reactiveVarh: parseEnergyWh(inductive, 'Wh'),
      quality: qualityOf(source!.trim(), validated!.trim()),
      invoice: invoice!.trim() || null,
    }
  },
})

/**
 * Returns the lines of a day as F5D, with line ends. A meter warning is written as not validated, the closest that the
 * format allows.
 */
export function* writeF5dLines(day: CurveDay, zone: MarketTimeZone): Generator<string> {
  for (const interval of listWrittenIntervals(day, zone))
    yield lineOf(day, interval, sourceAndValidated(interval.quality))
}

/** Returns the lines of a day as A5D, which has the source of a value only if it is relevant. */
export function* writeA5dLines(day: CurveDay, zone: MarketTimeZone): Generator<string> {
  for (const interval of listWrittenIntervals(day, zone)) {
    yield lineOf(day, interval, interval.quality === 'R' ? ';' : sourceAndValidated(interval.quality))
  }
}

/**
 * Detects the kind of a file. Corrections or a source of the values indicate an F5D; without either it is an A5D. The
 * file name decides otherwise: an A5D or B5D with sources is recognised by its name, and a B5D is distinguished from an
 * A5D only by its name.
 */
function kindOf({ records, fileName }: FileSample): 'F5D' | 'A5D' | 'B5D' {
  if (records.some((fields) => (fields[12] ?? '') !== '')) return 'F5D'
  const named = findKindInName(fileName, ['A5D', 'B5D'])
  const hasSources = records.some((fields) => fields[9] !== '' || fields[10] !== '')
  return named ?? (hasSources ? 'F5D' : 'A5D')
}

/**
 * Returns the quality of a value. Sources 1 (remote management) and 3 (remote metering) are measured; with the others
 * the distributor adjusted or profiled the value.
 */
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
