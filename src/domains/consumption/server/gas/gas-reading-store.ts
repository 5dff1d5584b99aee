import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { GasReading } from '../../gas-reading.ts'

/**
 * Stores readings of gas meters, one per supply point and day. An actual reading is not replaced by an estimated one.
 * Returns the changed ones, as `12 2026-10-31`.
 */
export async function storeGasReadings(
  db: Database,
  readings: readonly (GasReading & { supplyPointId: number })[],
): Promise<Set<string>> {
  if (readings.length === 0) return new Set()
  // In a fixed order, so that two processes that store the same readings cannot deadlock.
  const rows = readings.toSorted(
    (one, other) => one.supplyPointId - other.supplyPointId || (one.day < other.day ? -1 : 1),
  )
  const importedColumns = sql`excluded.register_litres, excluded.factor_kwh_per_m3, excluded.calorific_kwh_per_m3, excluded.energy_wh,
    excluded.is_estimated`
  const stored = await sql<{ supply_point_id: number; day: MarketDay }>`
    insert into gas_reading as known (supply_point_id, day, register_litres, factor_kwh_per_m3, calorific_kwh_per_m3,
      energy_wh, is_estimated)
    select "supplyPointId", day, "registerLitres", "factorKwhPerM3", "calorificKwhPerM3", "energyWh", "isEstimated"
    from json_to_recordset(${JSON.stringify(rows)}::json) as imported ("supplyPointId" bigint, day date,
      "registerLitres" bigint, "factorKwhPerM3" numeric, "calorificKwhPerM3" numeric, "energyWh" bigint,
      "isEstimated" boolean)
    on conflict (supply_point_id, day) do update
      set (register_litres, factor_kwh_per_m3, calorific_kwh_per_m3, energy_wh, is_estimated) = row(${importedColumns})
      where (known.is_estimated or not excluded.is_estimated)
        and (known.register_litres, known.factor_kwh_per_m3, known.calorific_kwh_per_m3, known.energy_wh, known.is_estimated)
          is distinct from (${importedColumns})
    returning supply_point_id, day`.execute(db)
  return new Set(stored.rows.map(({ supply_point_id, day }) => `${supply_point_id} ${day}`))
}

/** Returns the distributor's readings of a supply point between two days, both inclusive, oldest first. */
export async function findGasReadings(
  db: Database,
  { supplyPointId, start, end }: { supplyPointId: number; start: MarketDay; end: MarketDay },
): Promise<GasReading[]> {
  const rows = await db
    .selectFrom('gas_reading')
    .where('supply_point_id', '=', supplyPointId)
    .where('day', '>=', start)
    .where('day', '<=', end)
    .orderBy('day')
    .selectAll()
    .execute()
  return rows.map((row) => ({
    day: row.day,
    registerLitres: row.register_litres,
    factorKwhPerM3: numberOrNull(row.factor_kwh_per_m3),
    calorificKwhPerM3: numberOrNull(row.calorific_kwh_per_m3),
    energyWh: row.energy_wh,
    isEstimated: row.is_estimated,
  }))
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text)
}
