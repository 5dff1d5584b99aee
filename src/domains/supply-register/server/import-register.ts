import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { parseCsvLine } from '#kit/server/parse-csv-line.ts'
import {
  detectFileKind,
  type Line,
  type MonthRow,
  type PointRow,
  type RegisterFileKind,
  type RegisterRefusal,
  readElectricityPoint,
  readGasPoint,
  readMonth,
} from './register-file.ts'

/**
 * The result of importing a file. `kind` is null if the first line is not that of a register file; then nothing was
 * imported.
 */
export type RegisterReport = {
  kind: RegisterFileKind | null
  created: number
  updated: number
  unchanged: number
  /** The number of rejected lines, and the first of them. */
  refusedCount: number
  refusals: { line: number; code: RegisterRefusal | 'point_unknown' }[]
}

const linesPerPart = 2_000
const maxRefusals = 100

type Numbered<Row> = { line: number; row: Row }

/**
 * Imports a file of the market's supply register, either points or their monthly consumption, as a stream: the file for
 * the whole country has tens of millions of lines. Existing rows are updated to match the file, and importing the same
 * file again changes nothing. Months of points that the register does not know are rejected.
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
      columns = parseCsvLine(text.replace(/^\uFEFF/, ''), ',') ?? []
      report.kind = detectFileKind(columns)
      if (report.kind === null) return report
      continue
    }
    if (text.trim() === '') continue
    const parsed = readLine(text, columns, report.kind!)
    if (typeof parsed === 'string') addRefusal(report, line, parsed)
    else part.push({ line, row: parsed })
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
  const fields = parseCsvLine(text, ',')
  if (fields?.length !== columns.length) return 'line_broken'
  const line: Line = Object.fromEntries(columns.map((column, index) => [column, fields[index]!]))
  if (kind === 'electricity points') return readElectricityPoint(line)
  if (kind === 'gas points') return readGasPoint(line)
  return readMonth(line, kind)
}

type PartInput = { part: readonly Numbered<PointRow | MonthRow>[]; fileOf: string; report: RegisterReport }

async function storePart(db: Database, { part, fileOf, report }: PartInput) {
  if (part.length === 0) return
  const isOfPoints = 'tariff_code' in part[0]!.row
  if (isOfPoints) await storePoints(db, part as Numbered<PointRow>[], { fileOf, report })
  else await storeMonths(db, part as Numbered<MonthRow>[], report)
}

async function storePoints(
  db: Database,
  part: readonly Numbered<PointRow>[],
  { fileOf, report }: Pick<PartInput, 'fileOf' | 'report'>,
) {
  const rows = keepLastOfEach(part, ({ cups20 }) => cups20).map((row) => ({ ...row, in_file_of: fileOf }))
  const written = await upsertRows(db, { table: 'register_point', key: ['cups20'], rows })
  addCounts(report, part.length, written)
}

async function storeMonths(db: Database, part: readonly Numbered<MonthRow>[], report: RegisterReport) {
  const cups20s = [...new Set(part.map(({ row }) => row.cups20))]
  const known = await db
    .selectFrom('register_point')
    .where('cups20', '=', sql<string>`any(${cups20s})`)
    .select('cups20')
    .execute()
  const points = new Set(known.map(({ cups20 }) => cups20))
  for (const { line, row } of part) if (!points.has(row.cups20)) addRefusal(report, line, 'point_unknown')
  const accepted = part.filter(({ row }) => points.has(row.cups20))
  const rows = keepLastOfEach(accepted, ({ cups20, last_day }) => `${cups20} ${last_day}`)
  const written = await upsertRows(db, { table: 'register_month', key: ['cups20', 'last_day'], rows })
  addCounts(report, accepted.length, written)
}

/** One statement cannot write a row twice, so only the last of several lines with the same key is kept. */
function keepLastOfEach<Row>(part: readonly Numbered<Row>[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(part.map(({ row }) => [keyOf(row), row])).values()]
}

function addCounts(report: RegisterReport, lines: number, written: readonly { isNew: boolean }[]) {
  const created = written.filter(({ isNew }) => isNew).length
  report.created += created
  report.updated += written.length - created
  report.unchanged += lines - written.length
}

function addRefusal(report: RegisterReport, line: number, code: RegisterReport['refusals'][number]['code']) {
  report.refusedCount++
  if (report.refusals.length < maxRefusals) report.refusals.push({ line, code })
}
