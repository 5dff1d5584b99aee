import { parseCsvLine } from '#kit/server/parse-csv-line.ts'
import type { CurveSource, CurveStep } from '../../../curve.ts'
import { detectStepOf } from '../days/hour-labels.ts'
import { RefusedLineError } from '../refused-errors.ts'
import type { CurveFormat, CurveRecord } from './format.ts'

/** A distributor's format: no header, columns by position, separated by semicolons, with a season for every end. */
type FixedColumns = {
  /** The number of fields of a line; a semicolon may follow the last. */
  minFields: number
  maxFields: number
  /**
   * The first field: a CUPS of 20 or 22 characters, or the code of a production unit (CIL), which is a CUPS and three
   * digits.
   */
  code: 'cups' | 'production-unit'
  /** The index of the field with the end of the interval. */
  endField: 1 | 2
  /** The quarter-hourly kinds, for files whose first lines are one instant of many supply points. */
  quarterHourly?: readonly CurveSource[]
  /** Detects the kind of a file among those with these columns. */
  detectSource(evidence: FileSample): CurveSource
  readFields(fields: string[]): CurveRecord
}

export type FileSample = { records: readonly string[][]; stepMinutes: CurveStep; fileName: string }

const codes = { cups: /^ES\d{16}[A-Z]{2}(\d[A-Z])?$/, 'production-unit': /^ES\d{16}[\dA-Z]{2}\d[A-Z]\d{3}$/ }
const timestamp = /^\d{4}\/\d\d\/\d\d \d\d:\d\d(:\d\d)?$/

/**
 * Creates a format from its columns. Broken lines at the beginning do not prevent recognition: one complete record is
 * enough.
 */
export function createFixedColumnFormat(columns: FixedColumns): CurveFormat {
  return {
    recognise({ fileName, lines }) {
      const records = lines.map((line) => parseCsvLine(line, ';') ?? []).filter((fields) => isRecord(fields, columns))
      if (records.length === 0) return null
      const stepMinutes = detectFileStep(records, fileName, columns)
      return {
        source: columns.detectSource({ records, stepMinutes, fileName }),
        stepMinutes,
        headerLines: 0,
        namesCups: true,
        numbering: 'ends',
        readLine: (line) => {
          const fields = parseCsvLine(line, ';') ?? []
          if (!hasAllFields(fields, columns)) throw new RefusedLineError('line_broken')
          return columns.readFields(fields)
        },
      }
    },
  }
}

/** Detects the step of a file. The file name is used only if all first lines have the same instant. */
function detectFileStep(
  records: string[][],
  fileName: string,
  { endField, quarterHourly = [] }: FixedColumns,
): CurveStep {
  const ends = records.map((fields) => fields[endField]!)
  const isCertain = new Set(ends).size > 1 || findKindInName(fileName, quarterHourly) === undefined
  return isCertain ? detectStepOf(ends.map((end) => end.split(' ')[1]!)) : 15
}

/** Returns which of these kinds the file name begins with, possibly after a distributor's code: `0031_F1_…`. */
export function findKindInName<Kind extends string>(fileName: string, kinds: readonly Kind[]): Kind | undefined {
  const written = /^(?:\d{4}_)?([A-Z]+\d[A-Z]?)_/i.exec(fileName.slice(fileName.lastIndexOf('/') + 1))?.[1]
  return kinds.find((kind) => kind === written?.toUpperCase())
}

function isRecord(fields: string[], columns: FixedColumns): boolean {
  const [code] = fields
  return (
    hasAllFields(fields, columns) && codes[columns.code].test(code!) && timestamp.test(fields[columns.endField] ?? '')
  )
}

function hasAllFields(fields: string[], { minFields, maxFields }: FixedColumns): boolean {
  const { length } = fields
  const endsWithSemicolon = length === maxFields + 1 && fields[maxFields] === ''
  return length >= minFields && (length <= maxFields || endsWithSemicolon)
}
