import type { Database } from '#db/database.ts'
import { requestRecountOfPoints } from '#domains/consumption/server/totals/request-recount.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { zoneHistoryAfter } from '../../zone-history.ts'

type SupplyZoneChange = {
  supplyPointId: number
  before: string
  provinceCode: string
  /** From when it is the province; null where the file does not say. */
  provinceFrom: MarketDay | null
}

/**
 * Stores since when supply points lie in their provinces, and so in their tariff zones, where that changes. Meters do
 * not move: a province that changes without a day is corrected for all days. Consumption totals there are recomputed.
 */
export async function storeZones(db: Database, points: readonly SupplyZoneChange[]) {
  const changed: number[] = []
  for (const point of points) if (await storeZone(db, point)) changed.push(point.supplyPointId)
  if (changed.length > 0) await requestRecountOfPoints(db, changed)
}

/** Stores the zone of a point. Returns whether the point lies in another zone than before on some day. */
async function storeZone(db: Database, { supplyPointId, before, provinceCode, provinceFrom }: SupplyZoneChange) {
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
  const history = zoneHistoryAfter(zones, before, { provinceCode, from: provinceFrom })
  if (history === zones || history.length === 0) return false
  await db.deleteFrom('supply_zone').where('supply_point_id', '=', supplyPointId).execute()
  await db
    .insertInto('supply_zone')
    .values(history.map((zone) => ({ supply_point_id: supplyPointId, ...zone })))
    .execute()
  return true
}
