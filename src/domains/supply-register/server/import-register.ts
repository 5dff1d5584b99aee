import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { csvFields } from '#kit/server/csv-fields.ts'
import {
  type Line,
  type MonthRow,
  type PointRow,
  type RegisterFileKind,
  type RegisterRefusal,
  readElectricityPoint,
  readGasPoint,
  readMonth,
  registerFileKind,
} from './register-file.ts'

/** What became of a file; `kind` is null where its first line is not that of a register file, and then nothing came in. */
export type RegisterReport = {
  kind: RegisterFileKind | null
  created: number
  updated: number
  unchanged: number
  /** How many lines stay out, and the first of them. */
  refusedCount: number
  refusals: { line: number; code: RegisterRefusal | 'point_unknown' }[]
}

const linesPerPart = 2_000
const mostRefusals = 100

type Numbered<Row> = { line: number; row: Row }

/**
 * Takes in a file of the market's register of supplies, its points or what they used month by month, while it is read: the
 * country's has tens of millions of lines. What stands there is changed to what the file says; taking the same file in
 * again changes nothing. Months of a point that the register does not know stay out.
 */
export async function importRegister(
  db: Database,
  { source, fileOf }: { source: Readable; fileOf: string },
): Promise<RegisterReport> {
  const report: RegisterReport = { kind: null, created: 0, updated: 0, unchanged: 0, refusedCount: 0, refusals: [] }
  let columns: string[] | null = null
  let part: Numbered<PointRow | MonthRow>[] = []
  let line = 0

  for await (const text of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++
    if (columns === null) {
      columns = csvFields(text.replace(/^\uFEFF/, ''), ',') ?? []
      report.kind = registerFileKind(columns)
      if (report.kind === null) return report
      continue
    }
    if (text.trim() === '') continue
    const read = readLine(text, columns, report.kind!)
    if (typeof read === 'string') refuse(report, line, read)
    else part.push({ line, row: read })
    if (part.length < linesPerPart) continue
    await storePart(db, { part, fileOf, report })
    part = []
  }
  await storePart(db, { part, fileOf, report })
  return report
}

function readLine(
  text: string,
  columns: readonly string[],
  kind: RegisterFileKind,
): PointRow | MonthRow | RegisterRefusal {
  const fields = csvFields(text, ',')
  if (fields?.length !== columns.length) return 'line_broken'
  const line: Line = Object.fromEntries(columns.map((column, index) => [column, fields[index]!]))
  if (kind === 'electricity points') return readElectricityPoint(line)
  if (kind === 'gas points') return readGasPoint(line)
  return readMonth(line, kind)
}

type Stored = { part: readonly Numbered<PointRow | MonthRow>[]; fileOf: string; report: RegisterReport }

async function storePart(db: Database, { part, fileOf, report }: Stored) {
  if (part.length === 0) return
  const isOfPoints = 'tariff_code' in part[0]!.row
  if (isOfPoints) await storePoints(db, part as Numbered<PointRow>[], { fileOf, report })
  else await storeMonths(db, part as Numbered<MonthRow>[], report)
}

async function storePoints(
  db: Database,
  part: readonly Numbered<PointRow>[],
  { fileOf, report }: Pick<Stored, 'fileOf' | 'report'>,
) {
  const rows = lastOfEach(part, ({ cups20 }) => cups20).map((row) => ({ ...row, in_file_of: fileOf }))
  const written = await upsertRows(db, { table: 'register_point', key: ['cups20'], rows })
  count(report, part.length, written)
}

async function storeMonths(db: Database, part: readonly Numbered<MonthRow>[], report: RegisterReport) {
  const wanted = [...new Set(part.map(({ row }) => row.cups20))]
  const known = await db
    .selectFrom('register_point')
    .where('cups20', '=', sql<string>`any(${wanted})`)
    .select('cups20')
    .execute()
  const points = new Set(known.map(({ cups20 }) => cups20))
  for (const { line, row } of part) if (!points.has(row.cups20)) refuse(report, line, 'point_unknown')
  const ofKnown = part.filter(({ row }) => points.has(row.cups20))
  const rows = lastOfEach(ofKnown, ({ cups20, last_day }) => `${cups20} ${last_day}`)
  const written = await upsertRows(db, { table: 'register_month', key: ['cups20', 'last_day'], rows })
  count(report, ofKnown.length, written)
}

/** One statement cannot write a row twice: of lines about the same the last one counts. */
function lastOfEach<Row>(part: readonly Numbered<Row>[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(part.map(({ row }) => [keyOf(row), row])).values()]
}

function count(report: RegisterReport, lines: number, written: readonly { isNew: boolean }[]) {
  const created = written.filter(({ isNew }) => isNew).length
  report.created += created
  report.updated += written.length - created
  report.unchanged += lines - written.length
}

function refuse(report: RegisterReport, line: number, code: RegisterReport['refusals'][number]['code']) {
  report.refusedCount++
  if (report.refusals.length < mostRefusals) report.refusals.push({ line, code })
}
