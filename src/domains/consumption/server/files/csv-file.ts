import { csvFields } from '#kit/server/csv-fields.ts'
import { addDays } from '#vocabulary/day.ts'
import type { IntervalEnd } from '#vocabulary/market-time.ts'
import type { CurveSource } from '../../curve.ts'
import { cupsIn, dateIn, type EnergyUnit, endIn, energyIn } from './fields.ts'
import type { CurveRecord, RecognisedFile } from './format.ts'
import { endOfHour, type HourLabels, hourLabelsOf } from './hour-labels.ts'
import { RefusedLine } from './refused.ts'

/** Where the columns of a file are, -1 for those it has not. */
export type CsvColumns = {
  /** How many there are: a filled field after the last is a sign of a broken line. */
  count: number
  cups: number
  /** The day, or day and end together where there is no column for the hour. */
  date: number
  hour: number
  import: EnergyColumn
  export: EnergyColumn
  reactive: EnergyColumn
  /** Whether the value is real or estimated. */
  origin: number
}

export type EnergyColumn = { at: number; unit: EnergyUnit }

type CsvFile = {
  source: CurveSource
  delimiter: string
  columns: CsvColumns
  headerLines: number
  /** The supply point that a line before the records names, or empty. */
  cups: string
  /** Some of the records: how they write their hours is seen in them. */
  sample: readonly string[]
}

/** A CSV file as a source of records, once its columns are known. */
export function csvFile({ source, delimiter, columns, headerLines, cups, sample }: CsvFile): RecognisedFile {
  const hours = hoursOf(
    sample.map((line) => csvFields(line, delimiter) ?? []),
    columns,
  )
  return {
    source,
    stepMinutes: hours.stepMinutes,
    headerLines,
    namesCups: columns.cups >= 0 || cups !== '',
    numbering: hours.numbering,
    readLine: (line) => (isTotal(line) ? null : readRecord(csvFields(line, delimiter), columns, hours, cups)),
  }
}

function isTotal(line: string): boolean {
  return /^"?total/i.test(line)
}

function hoursOf(sample: string[][], { date, hour }: CsvColumns): HourLabels {
  if (hour >= 0) return hourLabelsOf(sample.map((fields) => fields[hour] ?? ''))
  const times = sample.map((fields) => fields[date]?.split(' ')[1] ?? '')
  return { ...hourLabelsOf(times), labelsStart: false, numbering: 'ends' }
}

function readRecord(fields: string[] | null, columns: CsvColumns, hours: HourLabels, cups: string): CurveRecord {
  const last = Math.max(columns.date, columns.hour, columns.import.at)
  if (fields === null) throw new RefusedLine('line_broken')
  const isBroken = fields.length <= last || fields.slice(columns.count).some((field) => field !== '')
  if (isBroken) throw new RefusedLine('line_broken')
  return {
    cups: columns.cups >= 0 ? cupsIn(fields[columns.cups]) : cups,
    end:
      columns.hour >= 0
        ? endOnDate(fields[columns.date]!, fields[columns.hour]!, hours)
        : endWithDate(fields[columns.date]!),
    importWh: energyAt(columns.import, fields),
    exportWh: energyAt(columns.export, fields),
    reactiveVarh: energyAt(columns.reactive, fields),
    quality: originIn(fields[columns.origin] ?? ''),
    invoice: null,
  }
}

function endOnDate(date: string, hour: string, hours: HourLabels): IntervalEnd {
  return { localDate: dateIn(date), minutes: endOfHour(hour, hours) }
}

/** A time together with its date is always an end, midnight that of the day before. */
function endWithDate(field: string): IntervalEnd {
  const { localDate, minutes } = endIn(field)
  return minutes === 0 ? { localDate: addDays(localDate, -1), minutes: 1440 } : { localDate, minutes }
}

function energyAt({ at, unit }: EnergyColumn, fields: string[]): number | null {
  return at < 0 ? null : energyIn(fields[at], unit)
}

/** R, Real, E, Estimada, Estimado; what says nothing is real. */
function originIn(field: string): CurveRecord['quality'] {
  if (field === '' || /^r(eal)?$/i.test(field)) return 'R'
  if (/^e(stimad[ao])?$/i.test(field)) return 'E'
  throw new RefusedLine('quality_unknown')
}
