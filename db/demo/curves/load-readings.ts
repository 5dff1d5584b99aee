import type { Database } from '#db/database.ts'
import { insertRows } from '#kit/server/bulk-rows.ts'
import type { DemoReading } from './meter-readings.ts'

/** Stores what the meters showed. */
export async function loadReadings(db: Database, readings: readonly DemoReading[]) {
  const points = await db.selectFrom('supply_point').select(['cups', 'supply_point_id']).execute()
  const ids = new Map(points.map(({ cups, supply_point_id }) => [cups, supply_point_id]))
  const rows = readings.map(({ cups, day, registerWh }) => ({
    supply_point_id: ids.get(cups)!,
    day,
    register_wh: registerWh as never,
  }))
  await insertRows(db, { table: 'meter_reading', rows })
}
