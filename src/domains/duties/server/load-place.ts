import type { Database } from '#db/database.ts'
import { communityOfProvince } from '#vocabulary/communities.ts'
import { timeZoneOfTariffZone, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import { type DutyPlace, unknownPlace } from '../terms.ts'

/**
 * Loads where a term is counted: the time zone of a province and its holidays, those of its community (`ES-CT`) and of
 * the whole country (`ES`) among them. Takes a municipality code too, which begins with that of its province; null is
 * an unknown place, where each of them may be a holiday.
 */
export async function loadPlace(db: Database, code: string | null): Promise<DutyPlace> {
  if (code === null) return { ...unknownPlace, possibleHolidays: await loadAllHolidays(db) }
  const province = code.slice(0, 2)
  const community = communityOfProvince(province)?.code ?? 'ES'
  const places = ['ES', community, province, code]
  const rows = await db.selectFrom('holiday').where('place', 'in', places).select('day').execute()
  return {
    timeZone: timeZoneOfTariffZone(zoneOfProvince(province)),
    holidays: new Set(rows.map(({ day }) => day)),
  }
}

async function loadAllHolidays(db: Database): Promise<DutyPlace['holidays']> {
  const rows = await db.selectFrom('holiday').select('day').distinct().execute()
  return new Set(rows.map(({ day }) => day))
}
