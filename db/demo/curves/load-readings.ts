import type { Database } from '#db/database.ts'
import { storeGasReadings } from '#domains/consumption/server/gas/gas-reading-store.ts'
import { insertRows } from '#kit/server/bulk-rows.ts'
import type { DemoGasReading } from './gas-readings.ts'
import type { DemoReading } from './meter-readings.ts'

/** Stores meter readings. */
export async function loadReadings(db: Database, readings: readonly DemoReading[]) {
  const ids = await readPointIds(db)
  const rows = readings.map(({ cups, day, registerWh }) => ({
    supply_point_id: ids.get(cups)!,
    day,
    register_wh: registerWh as never,
  }))
  await insertRows(db, { table: 'meter_reading', rows })
}

/** Stores gas meter readings. */
export async function loadGasReadings(db: Database, readings: readonly DemoGasReading[]) {
  const ids = await readPointIds(db)
  await storeGasReadings(
    db,
    readings.map(({ cups, ...reading }) => ({ ...reading, supplyPointId: ids.get(cups)! })),
  )
}

async function readPointIds(db: Database): Promise<Map<string, number>> {
  const points = await db.selectFrom('supply_point').select(['cups', 'supply_point_id']).execute()
  return new Map(points.map(({ cups, supply_point_id }) => [cups, supply_point_id]))
}
