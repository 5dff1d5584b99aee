import { parseCsvLine } from '#kit/server/parse-csv-line.ts'
import { addDays } from '#vocabulary/day.ts'
import type { IntervalEnd } from '#vocabulary/market-time.ts'
import type { CurveSource } from '../../../curve.ts'
import { detectHourLabels, type HourLabels, parseHourEnd } from '../days/hour-labels.ts'
import { RefusedLineError } from '../refused-errors.ts'
import { type EnergyUnit, parseCupsField, parseEnergyWh, parseFileDate, parseIntervalEnd } from './field-parsers.ts'
import type { CurveRecord, RecognisedFile } from './format.ts'

/** The positions of a file's columns, -1 for those it does not have. */
export type CsvColumns = {
  /** The number of columns: a non-empty field after the last indicates a broken line. */
  count: number
  cups: number
  /** The day, or day and end together if there is no column for the hour. */
  date: number
  hour: number
  import: EnergyColumn
  export: EnergyColumn
  reactive: EnergyColumn
  /** Whether the value is real or estimated. */
  origin: number
}

export type EnergyColumn = { at: number; unit: EnergyUnit }

type CsvFileOptions = {
  source: CurveSource
  delimiter: string
  columns: CsvColumns
  headerLines: number
  /** The supply point that a line before the records names, or an empty string. */
  cups: string
  /** A sample of the records, from which the notation of hours is detected. */
  sample: readonly string[]
}

/** Creates a source of records from a CSV file whose columns are known. */
export function recogniseCsvFile({
  source,
  delimiter,
  columns,
  headerLines,
  cups,
  sample,
}: CsvFileOptions): RecognisedFile {
  const hours = hoursOf(
    sample.map((line) => parseCsvLine(line, delimiter) ?? []),
    columns,
  )
  return {
    source,
    stepMinutes: hours.stepMinutes,
    headerLines,
    namesCups: columns.cups >= 0 || cups !== '',
    numbering: hours.numbering,
    readLine: (line) => (isTotal(line) ? null : readRecord(parseCsvLine(line, delimiter), columns, hours, cups)),
  }
}

function isTotal(line: string): boolean {
  return /^"?total/i.test(line)
}

function hoursOf(sample: string[][], { date, hour }: CsvColumns): HourLabels {
  if (hour >= 0) return detectHourLabels(sample.map((fields) => fields[hour] ?? ''))
  const times = sample.map((fields) => fields[date]?.split(' ')[1] ?? '')
  return { ...detectHourLabels(times), labelsStart: false, numbering: 'ends' }
}

function readRecord(fields: string[] | null, columns: CsvColumns, hours: HourLabels, cups: string): CurveRecord {
  const last = Math.max(columns.date, columns.hour, columns.import.at)
  if (fields === null) throw new RefusedLineError('line_broken')
  const isBroken = fields.length <= last || fields.slice(columns.count).some((field) => field !== '')
  if (isBroken) throw new RefusedLineError('line_broken')
  return {
    cups: columns.cups >= 0 ? parseCupsField(fields[columns.cups]) : cups,
    end:
      columns.hour >= 0
        ? parseEndOnDate(fields[columns.date]!, fields[columns.hour]!, hours)
        : parseEndWithDate(fields[columns.date]!),
    importWh: parseEnergyAt(columns.import, fields),
    exportWh: parseEnergyAt(columns.export, fields),
    reactiveVarh: parseEnergyAt(columns.reactive, fields),
    quality: parseOrigin(fields[columns.origin] ?? ''),
    invoice: null,
  }
}

function parseEndOnDate(date: string, hour: string, hours: HourLabels): IntervalEnd {
  return { localDate: parseFileDate(date), minutes: parseHourEnd(hour, hours) }
}

/** Parses a time that is combined with its date. It is always an end; midnight is that of the day before. */
function parseEndWithDate(field: string): IntervalEnd {
  const { localDate, minutes } = parseIntervalEnd(field)
  return minutes === 0 ? { localDate: addDays(localDate, -1), minutes: 1440 } : { localDate, minutes }
}

function parseEnergyAt({ at, unit }: EnergyColumn, fields: string[]): number | null {
  return at < 0 ? null : parseEnergyWh(fields[at], unit)
}

/** Parses R, Real, E, Estimada or Estimado; an empty field means real. */
function parseOrigin(field: string): CurveRecord['quality'] {
  if (field === '' || /^r(eal)?$/i.test(field)) return 'R'
  if (/^e(stimad[ao])?$/i.test(field)) return 'E'
  throw new RefusedLineError('quality_unknown')
}
