import { fixedDecimal } from '#vocabulary/decimal.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay } from '../../curve.ts'
import { cupsIn, energyIn, seasonedEndIn } from './fields.ts'
import { type Evidence, fixedColumns, kindInName } from './fixed-columns.ts'
import type { CurveRecord } from './format.ts'
import { RefusedLine } from './refused.ts'
import { type WrittenInterval, writtenIntervals } from './written-intervals.ts'

/*
 * The curves of points of types 1 to 3 (more than 50 kW), exchanged between distributors, retailers and the system
 * operator in kWh, with three decimals or none.
 */

/** F1: cups; 11; end; season; import; export; R1; R2; R3; R4; two reserves; method; firm. */
export const telemetered = fixedColumns({
  fewestFields: 14,
  mostFields: 14,
  code: 'cups',
  endField: 2,
  sourceOf: () => 'F1',
  readFields([cups, , end, season, imported, exported, inductive, , , , , , method, firm]) {
    return {
      cups: cupsIn(cups),
      end: seasonedEndIn(end, season),
      importWh: energyIn(imported, 'kWh'),
      exportWh: energyIn(exported, 'kWh'),
      reactiveVarh: energyIn(inductive, 'kWh'),
      quality: qualityOf(method!, firm!),
      invoice: null,
    }
  },
})

/**
 * P1 and P1D hourly, P2 and P2D every quarter of an hour: cups; 11; end; season; then a value and its quality for import,
 * export, R1 to R4 and two reserves; method; firm, which a P2D may lack. What has a D and what has none look alike, so
 * the name tells; unnamed files are the retailer's, with a D.
 */
export const telemeteredWithQuality = fixedColumns({
  fewestFields: 21,
  mostFields: 22,
  code: 'cups',
  endField: 2,
  quarterHourly: ['P2', 'P2D'],
  sourceOf: kindOf,
  readFields([cups, , end, season, imported, importBits, exported, exportBits, inductive, inductiveBits, ...rest]) {
    const [method, firm = ''] = rest.slice(10)
    return {
      cups: cupsIn(cups),
      end: seasonedEndIn(end, season),
      importWh: isInUse(importBits) ? energyIn(imported, 'kWh') : null,
      exportWh: isInUse(exportBits) ? energyIn(exported, 'kWh') : null,
      reactiveVarh: isInUse(inductiveBits) ? energyIn(inductive, 'kWh') : null,
      quality: [importBits, exportBits, inductiveBits].some(isWarning) ? 'D' : qualityOf(method!, firm),
      invoice: null,
    }
  },
})

/** The lines of a day as P1D or P2D, whichever its step makes it, with their ends. They have no place for an invoice. */
export function* telemeteredLines(day: CurveDay, zone: MarketTimeZone): Generator<string> {
  for (const { end, season, importWh, exportWh, reactiveVarh, quality } of writtenIntervals(day, zone)) {
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

function kindOf({ stepMinutes, fileName }: Evidence): 'P1' | 'P1D' | 'P2' | 'P2D' {
  if (stepMinutes === 60) return kindInName(fileName, ['P1']) ?? 'P1D'
  return kindInName(fileName, ['P2']) ?? 'P2D'
}

/** Bits of the meter's protocol (IEC 60870-5-102): the highest says that there is no valid value. */
function isInUse(bits: string | undefined): boolean {
  return qualityBits(bits) < NOT_IN_USE
}

function isWarning(bits: string | undefined): boolean {
  return isInUse(bits) && qualityBits(bits) !== GOOD
}

function qualityBits(field: string | undefined): number {
  const written = (field ?? '').trim()
  if (!/^\d{0,3}$/.test(written)) throw new RefusedLine('quality_unknown')
  return Number(written)
}

/** Methods 1 to 6 read the main, the redundant or the check meter; from 7 on the value was calculated. */
function qualityOf(method: string, firm: string): CurveRecord['quality'] {
  if (Number(method) >= 7) return 'E'
  return firm.trim() === '0' ? 'P' : 'R'
}

function valueAndBits(value: number | null, bits: number): string {
  return value === null ? `${fixedDecimal(0, 3)};${NOT_IN_USE}` : `${fixedDecimal(value, 3)};${bits}`
}

function methodAndFirm(quality: WrittenInterval['quality']): string {
  if (quality === 'E') return '7;1'
  return quality === 'P' ? '1;0' : '1;1'
}
