import type { MarketDay } from '#vocabulary/day.ts'
import { countIntervalsOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay, CurveStep, ReadingQuality } from '../../../curve.ts'
import type { CurveRecord, RecognisedFile } from '../formats/format.ts'
import { RefusedLineError } from '../refused-errors.ts'

/** A day whose records have not all been read yet. */
export type DayBuilder = {
  cups: string
  day: MarketDay
  zone: MarketTimeZone
  importWh: (number | null)[]
  exportWh: (number | null)[]
  reactiveVarh: (number | null)[]
  /** An empty string for an interval without a record yet. */
  qualities: (ReadingQuality | '')[]
  invoice: string | null
  missing: number
  /** Records whose interval cannot be determined until all are known. */
  deferred: { record: CurveRecord; line: number }[]
}

export function createDayBuilder(cups: string, day: MarketDay, zone: MarketTimeZone, step: CurveStep): DayBuilder {
  const count = countIntervalsOf(day, step, zone)
  const emptySeries = () => new Array<number | null>(count).fill(null)
  return {
    cups,
    day,
    zone,
    importWh: emptySeries(),
    exportWh: emptySeries(),
    reactiveVarh: emptySeries(),
    qualities: new Array<ReadingQuality | ''>(count).fill(''),
    invoice: null,
    missing: count,
    deferred: [],
  }
}

/**
 * Stores a record in its interval. Throws `RefusedLineError` if the interval has another value; a repetition has no
 * effect.
 */
export function setRecord(day: DayBuilder, index: number, record: CurveRecord): void {
  const quality = qualityOf(record)
  if (day.qualities[index] !== '') {
    if (!isSameRecord(day, index, record, quality)) throw new RefusedLineError('interval_contradicted')
    return
  }
  day.importWh[index] = record.importWh
  day.exportWh[index] = record.exportWh
  day.reactiveVarh[index] = record.reactiveVarh
  day.qualities[index] = quality
  day.invoice ??= record.invoice
  day.missing--
}

function isSameRecord(day: DayBuilder, index: number, record: CurveRecord, quality: ReadingQuality): boolean {
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

/** Builds the finished day. */
export function buildDay(day: DayBuilder, { source, stepMinutes }: RecognisedFile, version: number): CurveDay {
  return {
    cups: day.cups,
    day: day.day,
    source,
    stepMinutes,
    importWh: day.importWh,
    exportWh: nullIfEmpty(day.exportWh),
    reactiveVarh: nullIfEmpty(day.reactiveVarh),
    quality: qualityText(day.qualities),
    version,
    invoice: day.invoice,
  }
}

function nullIfEmpty(values: (number | null)[]): (number | null)[] | null {
  return values.every((value) => value === null) ? null : values
}

function qualityText(qualities: (ReadingQuality | '')[]): string | null {
  const text = qualities.map((quality) => quality || '-').join('')
  return /^[R-]*$/.test(text) ? null : text
}
