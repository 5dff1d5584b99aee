import { daysFrom } from '#vocabulary/day.ts'
import { loadHours } from '../load-hours.ts'
import { createMeasuredDatabase, type MeasuredDatabase, vacuumDatabase } from '../measured-database.ts'
import { fillPeople } from './fill-people.ts'

/** A retailer to measure: how many supply points, each with a month of hours, and how many of these with two years. */
export type RetailerSize = { points: number; pointsWithYears: number }
export type MeasuredRetailer = RetailerSize &
  MeasuredDatabase & {
    /** Curve days stored a second by the product's own statement. */
    loadedDaysPerSecond: number
  }

export const month = { start: '2026-10-01', end: '2026-10-31' }
const years = { start: '2024-10-01', end: '2026-09-30' }

/** Makes a database of its own with a generated retailer: a holder, a contract and a year's invoices for each supply point. */
export async function createMeasuredRetailer(
  serverUrl: string,
  name: string,
  size: RetailerSize,
): Promise<MeasuredRetailer> {
  const holders = { points: size.points, invoicesEach: 12, firstDay: '2025-11-01' }
  const database = await createMeasuredDatabase(serverUrl, name, holders)
  const loadedDaysPerSecond = await loadHours(database.db, [
    { points: size.pointsWithYears, days: daysFrom(years.start, years.end) },
    { points: size.points, days: daysFrom(month.start, month.end) },
  ])
  await fillPeople(database)
  await vacuumDatabase(database.pool)
  return { ...size, ...database, loadedDaysPerSecond }
}
