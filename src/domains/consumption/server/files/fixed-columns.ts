import { csvFields } from '#kit/server/csv-fields.ts'
import type { CurveSource, CurveStep } from '../../curve.ts'
import type { CurveFormat, CurveRecord } from './format.ts'
import { stepOf } from './hour-labels.ts'
import { RefusedLine } from './refused.ts'

/** A format of the distributors: no header, columns by position, semicolons between them, a season with every end. */
type FixedColumns = {
  /** How many fields a line has; a semicolon may follow the last. */
  fewestFields: number
  mostFields: number
  /** The first field: a CUPS of 20 or 22 characters, or the code of a production unit (CIL), a CUPS and three digits. */
  code: 'cups' | 'production-unit'
  /** Which field is the end of the interval. */
  endField: 1 | 2
  /** Kinds of quarter hours, for files whose first lines are one instant of many supply points. */
  quarterHourly?: readonly CurveSource[]
  /** What it is, among the kinds that have these columns. */
  sourceOf(evidence: Evidence): CurveSource
  readFields(fields: string[]): CurveRecord
}

export type Evidence = { records: readonly string[][]; stepMinutes: CurveStep; fileName: string }

const codes = { cups: /^ES\d{16}[A-Z]{2}(\d[A-Z])?$/, 'production-unit': /^ES\d{16}[\dA-Z]{2}\d[A-Z]\d{3}$/ }
const timestamp = /^\d{4}\/\d\d\/\d\d \d\d:\d\d(:\d\d)?$/

/** A format by its columns. Broken lines among the first hide nothing: one whole record is enough to know it. */
export function fixedColumns(columns: FixedColumns): CurveFormat {
  return {
    recognise({ fileName, lines }) {
      const records = lines.map((line) => csvFields(line, ';') ?? []).filter((fields) => isRecord(fields, columns))
      if (records.length === 0) return null
      const stepMinutes = stepIn(records, fileName, columns)
      return {
        source: columns.sourceOf({ records, stepMinutes, fileName }),
        stepMinutes,
        headerLines: 0,
        namesCups: true,
        numbering: 'ends',
        readLine: (line) => {
          const fields = csvFields(line, ';') ?? []
          if (!hasAllFields(fields, columns)) throw new RefusedLine('line_broken')
          return columns.readFields(fields)
        },
      }
    },
  }
}

/** The name is asked only where all first lines tell of the same instant. */
function stepIn(records: string[][], fileName: string, { endField, quarterHourly = [] }: FixedColumns): CurveStep {
  const ends = records.map((fields) => fields[endField]!)
  const isTold = new Set(ends).size > 1 || kindInName(fileName, quarterHourly) === undefined
  return isTold ? stepOf(ends.map((end) => end.split(' ')[1]!)) : 15
}

/** Which of these kinds the name of the file begins with, also behind a distributor's code: `0031_F1_…`. */
export function kindInName<Kind extends string>(fileName: string, kinds: readonly Kind[]): Kind | undefined {
  const written = /^(?:\d{4}_)?([A-Z]+\d[A-Z]?)_/i.exec(fileName.slice(fileName.lastIndexOf('/') + 1))?.[1]
  return kinds.find((kind) => kind === written?.toUpperCase())
}

function isRecord(fields: string[], columns: FixedColumns): boolean {
  const [code] = fields
  return (
    hasAllFields(fields, columns) && codes[columns.code].test(code!) && timestamp.test(fields[columns.endField] ?? '')
  )
}

function hasAllFields(fields: string[], { fewestFields, mostFields }: FixedColumns): boolean {
  const { length } = fields
  const endsWithSemicolon = length === mostFields + 1 && fields[mostFields] === ''
  return length >= fewestFields && (length <= mostFields || endsWithSemicolon)
}
