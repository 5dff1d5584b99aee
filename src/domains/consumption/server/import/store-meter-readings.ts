import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'

/** The registers of a meter at the end of a day, one for each tariff period. */
export type MeterReading = { day: MarketDay; registerWh: readonly number[]; isEstimated: boolean }

/** Stores readings of a supply point. An estimated one never replaces a real one. Returns how many are new or changed. */
export async function storeMeterReadings(
  db: Database,
  supplyPointId: number,
  readings: readonly MeterReading[],
): Promise<number> {
  const rows = readings.map(({ day, registerWh, isEstimated }) => ({ day, registers: registerWh.join(), isEstimated }))
  const { rows: stored } = await sql`
    insert into meter_reading as known (supply_point_id, day, register_wh, is_estimated)
    select ${supplyPointId}::bigint, day, string_to_array(registers, ',')::bigint[], "isEstimated"
    from json_to_recordset(${JSON.stringify(rows)}::json) as imported (day date, registers text, "isEstimated" boolean)
    on conflict (supply_point_id, day) do update
      set register_wh = excluded.register_wh, is_estimated = excluded.is_estimated
      where (known.is_estimated or not excluded.is_estimated)
        and (known.register_wh, known.is_estimated) is distinct from (excluded.register_wh, excluded.is_estimated)
    returning day`.execute(db)
  return stored.length
}
