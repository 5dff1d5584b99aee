import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { sourcesByPriority } from '#domains/consumption/server/curve/curve-queries.ts'
import { excessOfQuarterHours, isBilledByQuarterHours } from '#vocabulary/bill-demand.ts'
import { dayCount, type MarketDay } from '#vocabulary/day.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import { countHoursOf, localHourOf } from '#vocabulary/market-time.ts'
import {
  type EnergyTariff,
  energyTariffs,
  powerPeriodAt,
  type TariffZone,
  timeZoneOfTariffZone,
} from '#vocabulary/tariff-periods.ts'
import type { StoredBillFacts } from './check/bill-facts.ts'
import { splitByTerms } from './check/terms-on.ts'
import { type PointSpan, spanCurves } from './span-rows.ts'

/** A supply that is billed by its quarter hours, on the days of a bill. */
type QuarterHourQuery = PointSpan & {
  tariff: EnergyTariff
  zone: TariffZone
  powerWatts: readonly number[]
}

/** Returns the supply whose quarter hours the check of a bill needs; null for a bill that has no need of them. */
export function quarterHourQueryOf(facts: StoredBillFacts, supplyPointId: number): QuarterHourQuery | null {
  const { bill, zone } = facts
  const [first, ...others] = splitByTerms(facts, bill)
  const tariff = energyTariffs.find((name) => name === first?.tariff)
  const powerWatts = first?.powers?.value
  if (bill.energy === 'gas' || !tariff || !powerWatts || !isBilledByQuarterHours(powerWatts)) return null
  const isOne = others.every((other) => other.tariff === tariff && String(other.powers?.value) === String(powerWatts))
  return isOne ? { firstDay: bill.firstDay, lastDay: bill.lastDay, supplyPointId, tariff, zone, powerWatts } : null
}

type QuarterHourDay = { place: number; day: MarketDay; import_wh: (number | null)[]; step_minutes: number }

/** Returns the excess of the quarter hours of each query by period; null without a query, or where one is missing. */
export async function readQuarterHourExcess(
  db: Database,
  queries: readonly (QuarterHourQuery | null)[],
): Promise<(Decimal[] | null)[]> {
  const billQueries = queries.flatMap((query, bill) => (query ? [{ ...query, bill }] : []))
  if (billQueries.length === 0) return queries.map(() => null)
  const { rows } = await sql<QuarterHourDay>`
    select distinct on (place, day) place, day, import_wh, step_minutes
    from ${spanCurves(billQueries)}
    order by place, day, array_position(${sourcesByPriority}::text[], source)`.execute(db)
  const byBill = Map.groupBy(rows, ({ place }) => billQueries[place]!.bill)
  return queries.map((query, bill) => (query ? sumExcess(query, byBill.get(bill) ?? []) : null))
}

function sumExcess(query: QuarterHourQuery, days: readonly QuarterHourDay[]): Decimal[] | null {
  const { firstDay, lastDay, tariff, zone, powerWatts } = query
  const timeZone = timeZoneOfTariffZone(zone)
  if (days.length !== dayCount(firstDay, lastDay)) return null
  const byPeriod = powerWatts.map((): number[] => [])
  for (const { day, import_wh, step_minutes } of days) {
    if (step_minutes !== 15 || import_wh.length !== countHoursOf(day, timeZone) * 4) return null
    for (const [index, wh] of import_wh.entries()) {
      if (wh === null) return null
      const hour = localHourOf(day, index, step_minutes, timeZone)
      byPeriod[powerPeriodAt({ tariff, zone, day, hour }) - 1]!.push(wh * 4)
    }
  }
  return powerWatts.map((watts, index) => excessOfQuarterHours(watts, byPeriod[index]!))
}
