import type { Database } from '#db/database.ts'
import { isValueRefused } from '#kit/server/database-errors.ts'
import { addDays } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type CurveDay, type CurveRefusal, maxDaysAhead } from '../../curve.ts'
import type { CurveOrigin } from '../corrections/correction-store.ts'
import type { CurveFileEvent } from '../files/curve-file-event.ts'
import { readCurveFile } from '../files/read-curve-file.ts'
import { findCanaryPoints } from '../supply-points.ts'
import type { RowCounts } from './merge-day.ts'
import { type CurveArrival, type DayStoreResult, storeCurveDays } from './store-curve-days.ts'

/** The result of importing a file, or a file inside an archive. Rows are the file's records, one per interval. */
export type CurveFileReport = {
  file: string
  /** Null if the file was not recognised as a curve file. */
  source: string | null
  rows: RowCounts & { read: number; refused: number; unknownPoint: number }
  /** The number of days whose stored values have changed. */
  daysStored: number
  /** Hours that were stored and that the file no longer has, and on how many days. They are kept. */
  keptHours: number
  keptDays: number
  refusals: { line: number | null; code: CurveRefusal }[]
  /** Supply points that the retailer does not have, as named in the file. */
  unknownPoints: string[]
}

type CurveImport = {
  db: Database
  source: AsyncIterable<Uint8Array>
  fileName: string
  /** The supply point for files that name none. */
  cups?: string
  now: Date
  /** From whom the file is; by default whoever runs the program. */
  origin?: CurveOrigin
}

const daysPerStatement = 400

/**
 * Imports a file of curves: every valid day of a known supply point is stored, whole days at a time; anything invalid
 * is reported and the rest is imported. Importing the same file again changes nothing.
 */
export async function importCurves({
  db,
  source,
  fileName,
  cups,
  now,
  origin = { channel: 'command' },
}: CurveImport): Promise<CurveFileReport[]> {
  const arrival = { origin: { ...origin, fileName }, now }
  const { timeZoneOf } = await findCanaryPoints(db)
  const reports: CurveFileReport[] = []
  let pendingDays: CurveDay[] = []
  // One batch is stored while the next one is read.
  let storing: Promise<void> | undefined

  const reportOf = (file: string) => {
    const known = reports.find((report) => report.file === file)
    if (known) return known
    const report = emptyReport(file)
    reports.push(report)
    return report
  }
  async function storePending(report: CurveFileReport) {
    const days = pendingDays
    pendingDays = []
    await storing
    storing = days.length ? storeBatch({ db, arrival, report }, days) : undefined
    // A failure is thrown where the batch is awaited.
    storing?.catch(() => {})
  }

  const events = readCurveFile(source, fileName, {
    cups,
    timeZoneOf,
    latestDay: addDays(marketDayOf(now, 'Europe/Madrid'), maxDaysAhead),
  })
  try {
    for await (const event of events) {
      const report = reportOf(event.file)
      if (event.kind === 'day') pendingDays.push(event.day)
      else recordEvent(event, report)
      if (event.kind === 'finished' || pendingDays.length >= daysPerStatement) await storePending(report)
    }
    await storing
  } finally {
    // Nothing uses the connection any more when this function ends, also by a file that cannot be read.
    await storing?.catch(() => {})
  }
  return reports
}

function recordEvent(event: Exclude<CurveFileEvent, { kind: 'day' }>, report: CurveFileReport) {
  if (event.kind === 'recognised') report.source = event.source
  if (event.kind === 'refused') {
    report.refusals.push({ line: event.line, code: event.code })
    if (event.line !== null) report.rows.refused++
  }
  if (event.kind === 'finished') report.rows.read = event.records
}

type Batch = { db: Database; arrival: CurveArrival; report: CurveFileReport }

// Two parts of one day may follow each other; a statement accepts each day once, so the parts are stored one after the
// other.
async function storeBatch(batch: Batch, days: CurveDay[]) {
  const parts = Map.groupBy(days, (day) => `${day.cups} ${day.day}`)
  const rounds = Math.max(...[...parts.values()].map((part) => part.length))
  for (let round = 0; round < rounds; round++)
    await storeRound(
      batch,
      [...parts.values()].flatMap((part) => part[round] ?? []),
    )
}

async function storeRound({ db, arrival, report }: Batch, days: CurveDay[]) {
  const results = await storeSoundDays(db, days, arrival)
  for (const [index, result] of results.entries()) {
    if (result === 'refused') report.refusals.push({ line: null, code: 'day_not_storable' })
    else if (!result) recordUnknownPoint(days[index]!, report)
    else for (const kind of ['new', 'replaced', 'unchanged'] as const) report.rows[kind] += result.rows[kind]
    if (!result || result === 'refused') continue
    if (result.changed) report.daysStored++
    if (result.keptHours > 0) report.keptDays++
    report.keptHours += result.keptHours
  }
}

/** Stores days. If the database refuses one of them, stores them in halves, so that the others are stored. */
async function storeSoundDays(
  db: Database,
  days: readonly CurveDay[],
  arrival: CurveArrival,
): Promise<(DayStoreResult | 'refused' | null)[]> {
  try {
    return await storeCurveDays(db, days, arrival)
  } catch (error) {
    if (!isValueRefused(error)) throw error
    if (days.length === 1) return ['refused']
    const middle = Math.ceil(days.length / 2)
    const first = await storeSoundDays(db, days.slice(0, middle), arrival)
    return [...first, ...(await storeSoundDays(db, days.slice(middle), arrival))]
  }
}

function recordUnknownPoint(day: CurveDay, report: CurveFileReport) {
  report.rows.unknownPoint += day.importWh.filter(
    (value, index) => value !== null || day.exportWh?.[index] != null,
  ).length
  if (!report.unknownPoints.includes(day.cups)) report.unknownPoints.push(day.cups)
}

function emptyReport(file: string): CurveFileReport {
  const rows = { read: 0, new: 0, replaced: 0, unchanged: 0, refused: 0, unknownPoint: 0 }
  return { file, source: null, rows, daysStored: 0, keptHours: 0, keptDays: 0, refusals: [], unknownPoints: [] }
}
