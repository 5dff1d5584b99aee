import { formatFixedDecimal } from '#vocabulary/decimal.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay } from '../../../curve.ts'
import { RefusedLineError } from '../refused-errors.ts'
import { listWrittenIntervals, type WrittenInterval } from '../written-intervals.ts'
import { parseCupsField, parseEnergyWh, parseSeasonedEnd } from './field-parsers.ts'
import { createFixedColumnFormat, type FileSample, findKindInName } from './fixed-columns.ts'
import type { CurveRecord } from './format.ts'

/*
 * The curves of points of types 1 to 3 (more than 50 kW), exchanged between distributors, retailers and the system
 * operator in kWh, with three decimals or none.
 */

/** F1: cups; 11; end; season; import; export; R1; R2; R3; R4; two reserves; method; firm. */
export const f1Format = createFixedColumnFormat({
  minFields: 14,
  maxFields: 14,
  code: 'cups',
  endField: 2,
  detectSource: () => 'F1',
  readFields([cups, , end, season, imported, exported, inductive, , , , , , method, firm]) {
    return {
      cups: parseCupsField(cups),
      end: parseSeasonedEnd(end, season),
      importWh: parseEnergyWh(imported, 'kWh'),
      exportWh: parseEnergyWh(exported, 'kWh'),
      reactiveVarh: parseEnergyWh(inductive, 'kWh'),
      quality: qualityOf(method!, firm!),
      invoice: null,
    }
  },
})

/**
 * P1 and P1D are hourly, P2 and P2D quarter-hourly: cups; 11; end; season; then a value and its quality for import,
 * export, R1 to R4 and two reserves; method; firm, which a P2D may lack. Kinds with and without D look alike, so the
 * file name decides; files without such a name are the retailer's, with D.
 */
export const p1Format = createFixedColumnFormat({
  minFields: 21,
  maxFields: 22,
  code: 'cups',
  endField: 2,
  quarterHourly: ['P2', 'P2D'],
  detectSource: kindOf,
  readFields([cups, , end, season, imported, importBits, exported, exportBits, inductive, inductiveBits, ...rest]) {
    const [method, firm = ''] = rest.slice(10)
    return {
      cups: parseCupsField(cups),
      end: parseSeasonedEnd(end, season),
      importWh: isInUse(importBits) ? parseEnergyWh(imported, 'kWh') : null,
      exportWh: isInUse(exportBits) ? parseEnergyWh(exported, 'kWh') : null,
      reactiveVarh: isInUse(inductiveBits) ? parseEnergyWh(inductive, 'kWh') : null,
      quality: [importBits, exportBits, inductiveBits].some(isWarning) ? 'D' : qualityOf(method!, firm),
      invoice: null,
    }
  },
})

/**
 * Returns the lines of a day as P1D or P2D, depending on its step, with line ends. The format cannot represent an
 * invoice.
 */
export function* writeP1dLines(day: CurveDay, zone: MarketTimeZone): Generator<string> {
  for (const { end, season, importWh, exportWh, reactiveVarh, quality } of listWrittenIntervals(day, zone)) {
    const bits = quality === 'D' ? WARNING : GOOD
    const magnitudes = [importWh, exportWh, reactiveVarh, ...new Array<null>(5).fill(null)]
    const values = magnitudes.map((value) => valueAndBits(value, bits))
    yield `${day.cups};11;${end}:00;${season};${values.join(';')};${methodAndFirm(quality)}\n`
  }
}

const GOOD = 0
/** The meter's clock was corrected during the interval. */
const WARNING = 64
const NOT_IN_USE = 128

function kindOf({ stepMinutes, fileName }: FileSample): 'P1' | 'P1D' | 'P2' | 'P2D' {
  if (stepMinutes === 60) return findKindInName(fileName, ['P1']) ?? 'P1D'
  return findKindInName(fileName, ['P2']) ?? 'P2D'
}

/**
 * Checks the quality bits of the meter protocol (IEC 60870-5-102): the highest bit means that there is no valid value.
 */
function isInUse(bits: string | undefined): boolean {
  return qualityBits(bits) < NOT_IN_USE
}

function isWarning(bits: string | undefined): boolean {
  return isInUse(bits) && qualityBits(bits) !== GOOD
}

function qualityBits(field: string | undefined): number {
  const written = (field ?? '').trim()
  if (!/^\d{0,3}$/.test(written)) throw new RefusedLineError('quality_unknown')
  return Number(written)
}

/**
 * Returns the quality of a value. Methods 1 to 6 read the main, the redundant or the check meter; from 7 on the value
 * was calculated.
 */
function qualityOf(method: string, firm: string): CurveRecord['quality'] {
  if (Number(method) >= 7) return 'E'
  return firm.trim() === '0' ? 'P' : 'R'
}

function valueAndBits(value: number | null, bits: number): string {
  return value === null ? `${formatFixedDecimal(0, 3)};${NOT_IN_USE}` : `${formatFixedDecimal(value, 3)};${bits}`
}

function methodAndFirm(quality: WrittenInterval['quality']): string {
  if (quality === 'E') return '7;1'
  return quality === 'P' ? '1;0' : '1;1'
}
