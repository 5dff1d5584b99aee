import type { Database } from '#db/database.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import type { LineResult } from '#kit/server/import-line-result.ts'
import { addDays, dayCount, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import type { SpotPriceLine } from './import/spot-price-line.ts'

/** Stores the day-ahead prices of days from lines, within a transaction. */
export async function storeSpotPriceLines(db: Database, lines: readonly SpotPriceLine[]): Promise<LineResult[]> {
  const rows = lines.map(({ day, eurPerMwh }) => ({
    day,
    cents_per_mwh: eurPerMwh.map((eur) => Math.round(eur * 100)),
  }))
  const written = await upsertRows(db, { table: 'spot_price', key: ['day'], rows })
  const changed = new Set(written.map(({ day }) => day))
  return lines.map(({ day }) => ({ changed: changed.has(day) }))
}

/** The market prices of a whole month, by day, in cents per MWh. */
export type SpotMonth = { firstDay: MarketDay; lastDay: MarketDay; prices: ReadonlyMap<MarketDay, readonly number[]> }

/** Returns the market prices of the last whole month; undefined where a day of it is not known. */
export async function findLastSpotMonth(db: Database, today: MarketDay): Promise<SpotMonth | undefined> {
  const lastDay = addDays(`${today.slice(0, 7)}-01`, -1)
  const firstDay = `${lastDay.slice(0, 7)}-01`
  const rows = await db
    .selectFrom('spot_price')
    .where('day', '>=', firstDay)
    .where('day', '<=', lastOfMonth(firstDay))
    .selectAll()
    .execute()
  if (rows.length < dayCount(firstDay, lastDay)) return undefined
  return { firstDay, lastDay, prices: new Map(rows.map(({ day, cents_per_mwh }) => [day, cents_per_mwh])) }
}

/**
 * Returns the market prices of some days that are published, in cents per MWh, and those of the day after: the last hour of
 * a day in the Canary Islands is the first of the next one in the market.
 */
export async function findSpotPrices(
  db: Database,
  { firstDay, lastDay }: { firstDay: MarketDay; lastDay: MarketDay },
): Promise<Map<MarketDay, readonly number[]>> {
  const rows = await db
    .selectFrom('spot_price')
    .where('day', '>=', firstDay)
    .where('day', '<=', addDays(lastDay, 1))
    .selectAll()
    .execute()
  return new Map(rows.map(({ day, cents_per_mwh }) => [day, cents_per_mwh]))
}
