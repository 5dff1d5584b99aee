import type { Database } from '#db/database.ts'
import { isValueRefused } from '#kit/server/database-errors.ts'
import { addDays } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type CurveDay, type CurveRefusal, mostDaysAhead } from '../curve.ts'
import type { CurveFileEvent } from './files/curve-file-event.ts'
import { readCurveFile } from './files/read-curve-file.ts'
import type { RowCounts } from './merge-day.ts'
import { type DayFate, storeCurveDays } from './store-curve-days.ts'
import { canaryPoints } from './supply-points.ts'

/** What importing a file, or a file inside an archive, came to. Rows are the file's records, one per interval. */
export type CurveFileReport = {
  file: string
  /** Null when the file was not recognised as one of curves. */
  source: string | null
  rows: RowCounts & { read: number; refused: number; unknownPoint: number }
  /** The days that are stored otherwise than before. */
  daysStored: number
  refusals: { line: number | null; code: CurveRefusal }[]
  /** Supply points that the retailer does not have, as the file names them. */
  unknownPoints: string[]
}

type Import = {
  db: Database
  source: AsyncIterable<Uint8Array>
  fileName: string
  /** The supply point of files that name none. */
  cups?: string
  now: Date
}

const daysPerStatement = 400

/**
 * Takes a file of curves in: every sound day of a known supply point is stored, whole days at a time; what is not sound is
 * named in the report and the rest goes in. The same file again changes nothing.
 */
export async function importCurves({ db, source, fileName, cups, now }: Import): Promise<CurveFileReport[]> {
  const { timeZoneOf } = await canaryPoints(db)
  const reports: CurveFileReport[] = []
  let waiting: CurveDay[] = []

  const reportOf = (file: string) => {
    const known = reports.find((report) => report.file === file)
    if (known) return known
    const report = emptyReport(file)
    reports.push(report)
    return report
  }
  async function store(report: CurveFileReport) {
    const days = waiting
    waiting = []
    if (days.length) await storeBatch(db, days, report)
  }

  const events = readCurveFile(source, fileName, {
    cups,
    timeZoneOf,
    latestDay: addDays(marketDayOf(now, 'Europe/Madrid'), mostDaysAhead),
  })
  for await (const event of events) {
    const report = reportOf(event.file)
    if (event.kind === 'day') waiting.push(event.day)
    else await note(event, report, store)
    if (waiting.length >= daysPerStatement) await store(report)
  }
  return reports
}

async function note(
  event: Exclude<CurveFileEvent, { kind: 'day' }>,
  report: CurveFileReport,
  store: (report: CurveFileReport) => Promise<void>,
) {
  if (event.kind === 'recognised') report.source = event.source
  if (event.kind === 'refused') {
    report.refusals.push({ line: event.line, code: event.code })
    if (event.line !== null) report.rows.refused++
  }
  if (event.kind === 'finished') {
    await store(report)
    report.rows.read = event.records
  }
}

// Two parts of one day may follow each other; a statement takes each day once, so the parts go in one after the other.
async function storeBatch(db: Database, days: CurveDay[], report: CurveFileReport) {
  const parts = Map.groupBy(days, (day) => `${day.cups} ${day.day}`)
  const rounds = Math.max(...[...parts.values()].map((part) => part.length))
  for (let round = 0; round < rounds; round++)
    await storeRound(
      db,
      [...parts.values()].flatMap((part) => part[round] ?? []),
      report,
    )
}

async function storeRound(db: Database, days: CurveDay[], report: CurveFileReport) {
  const fates = await storeSoundDays(db, days)
  for (const [index, fate] of fates.entries()) {
    if (fate === 'refused') report.refusals.push({ line: null, code: 'day_not_storable' })
    else if (!fate) noteUnknown(days[index]!, report)
    else for (const kind of ['new', 'replaced', 'unchanged'] as const) report.rows[kind] += fate.rows[kind]
    if (fate && fate !== 'refused' && fate.changed) report.daysStored++
  }
}

/** Stores days; where the database refuses one of them, in halves, so that the others go in. */
async function storeSoundDays(db: Database, days: readonly CurveDay[]): Promise<(DayFate | 'refused' | null)[]> {
  try {
    return await storeCurveDays(db, days)
  } catch (error) {
    if (!isValueRefused(error)) throw error
    if (days.length === 1) return ['refused']
    const middle = Math.ceil(days.length / 2)
    return [...(await storeSoundDays(db, days.slice(0, middle))), ...(await storeSoundDays(db, days.slice(middle)))]
  }
}

function noteUnknown(day: CurveDay, report: CurveFileReport) {
  report.rows.unknownPoint += day.importWh.filter(
    (value, index) => value !== null || day.exportWh?.[index] != null,
  ).length
  if (!report.unknownPoints.includes(day.cups)) report.unknownPoints.push(day.cups)
}

function emptyReport(file: string): CurveFileReport {
  const rows = { read: 0, new: 0, replaced: 0, unchanged: 0, refused: 0, unknownPoint: 0 }
  return { file, source: null, rows, daysStored: 0, refusals: [], unknownPoints: [] }
}
