import type { MarketDay } from '#vocabulary/day.ts'
import { intervalsOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay, CurveStep, ReadingQuality } from '../../curve.ts'
import type { CurveRecord, RecognisedFile } from './format.ts'
import { RefusedLine } from './refused.ts'

/** A day of which not all records have come yet. */
export type OpenDay = {
  cups: string
  day: MarketDay
  zone: MarketTimeZone
  importWh: (number | null)[]
  exportWh: (number | null)[]
  reactiveVarh: (number | null)[]
  /** Empty where no record has come yet. */
  qualities: (ReadingQuality | '')[]
  invoice: string | null
  missing: number
  /** Records that cannot be placed before all are known. */
  waiting: { record: CurveRecord; line: number }[]
}

export function emptyDay(cups: string, day: MarketDay, zone: MarketTimeZone, step: CurveStep): OpenDay {
  const count = intervalsOf(day, step, zone)
  const nothing = () => new Array<number | null>(count).fill(null)
  return {
    cups,
    day,
    zone,
    importWh: nothing(),
    exportWh: nothing(),
    reactiveVarh: nothing(),
    qualities: new Array<ReadingQuality | ''>(count).fill(''),
    invoice: null,
    missing: count,
    waiting: [],
  }
}

/** Puts a record into its interval. Throws `RefusedLine` when that holds something else; a repetition changes nothing. */
export function put(day: OpenDay, index: number, record: CurveRecord): void {
  const quality = qualityOf(record)
  if (day.qualities[index] !== '') {
    if (!repeats(day, index, record, quality)) throw new RefusedLine('interval_contradicted')
    return
  }
  day.importWh[index] = record.importWh
  day.exportWh[index] = record.exportWh
  day.reactiveVarh[index] = record.reactiveVarh
  day.qualities[index] = quality
  day.invoice ??= record.invoice
  day.missing--
}

function repeats(day: OpenDay, index: number, record: CurveRecord, quality: ReadingQuality): boolean {
  return (
    day.importWh[index] === record.importWh &&
    day.exportWh[index] === record.exportWh &&
    day.reactiveVarh[index] === record.reactiveVarh &&
    day.qualities[index] === quality
  )
}

function qualityOf({ importWh, exportWh, reactiveVarh, quality }: CurveRecord): ReadingQuality {
  return importWh === null && exportWh === null && reactiveVarh === null ? '-' : quality
}

/** The day as it is handed over. */
export function finishedDay(day: OpenDay, { source, stepMinutes }: RecognisedFile, version: number): CurveDay {
  return {
    cups: day.cups,
    day: day.day,
    source,
    stepMinutes,
    importWh: day.importWh,
    exportWh: unlessEmpty(day.exportWh),
    reactiveVarh: unlessEmpty(day.reactiveVarh),
    quality: qualityText(day.qualities),
    version,
    invoice: day.invoice,
  }
}

function unlessEmpty(values: (number | null)[]): (number | null)[] | null {
  return values.every((value) => value === null) ? null : values
}

function qualityText(qualities: (ReadingQuality | '')[]): string | null {
  const text = qualities.map((quality) => quality || '-').join('')
  return /^[R-]*$/.test(text) ? null : text
}
