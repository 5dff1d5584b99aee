import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'

type PlacedPoint = {
  supplyPointId: number
  before: string
  provinceCode: string
  /** From when it is the province; null where the file does not say. */
  provinceFrom: MarketDay | null
}

const beginning = '1900-01-01'

/**
 * Stores since when supply points lie in their provinces, and so in their tariff zones, where that changes. Meters do not
 * move: a province that changes without a day is corrected for all days. Totals of what is used there are counted again.
 */
export async function storeZones(db: Database, points: readonly PlacedPoint[]) {
  const changed: number[] = []
  for (const point of points) if (await storeZone(db, point)) changed.push(point.supplyPointId)
  if (changed.length === 0) return
  await sql`
    insert into curve_recount (customer_id, contract_id)
    select customer_id, contract_id from contract where supply_point_id = any(${changed}) and energy = 'electricity'
    on conflict (customer_id, contract_id) do update set requested_at = now(), next_day = null`.execute(db)
}

/** Answers whether the point lies in another zone on some day than before. */
async function storeZone(db: Database, { supplyPointId, before, provinceCode, provinceFrom }: PlacedPoint) {
  if (provinceFrom === null) {
    if (provinceCode === before) return false
    await db.deleteFrom('supply_zone').where('supply_point_id', '=', supplyPointId).execute()
    return true
  }
  const zones = await db
    .selectFrom('supply_zone')
    .where('supply_point_id', '=', supplyPointId)
    .orderBy('from_day')
    .select(['from_day', 'province_code'])
    .execute()
  const last = zones.at(-1)
  if (last?.from_day === provinceFrom && last.province_code === provinceCode) return false
  // A present province that only begins on another day replaces its earlier beginning.
  const earlier = zones.filter((zone) => zone.from_day < provinceFrom)
  if (earlier.at(-1)?.province_code === provinceCode) earlier.pop()
  if (earlier.length === 0) {
    if (before === provinceCode) return false
    earlier.push({ from_day: beginning, province_code: before })
  }
  await db.deleteFrom('supply_zone').where('supply_point_id', '=', supplyPointId).execute()
  await db
    .insertInto('supply_zone')
    .values(
      [...earlier, { from_day: provinceFrom, province_code: provinceCode }].map((zone) => ({
        supply_point_id: supplyPointId,
        ...zone,
      })),
    )
    .execute()
  return true
}
