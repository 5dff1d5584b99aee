import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { containsText, findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { ListedFuture } from '../api.ts'
import type { FuturesFilter } from '../rules.ts'

export type FutureRow = {
  id: number
  name: string
  names: Record<string, string> | null
  instrument: string
  delivery_start: string
  delivery_end: string
  last_trading_day: string
  price: string | null
  price_date: string | null
  alerts: number
  is_active: boolean
  version: number
}

const selectFutures = sql`
  select product.product_id as id, name, names, instrument, delivery_from::text as delivery_start,
    delivery_until::text as delivery_end, last_trading_day::text as last_trading_day, last.price::text as price,
    last.day::text as price_date, is_active, version,
    (select count(*)::integer from price_alert where price_alert.product_id = product.product_id) as alerts
  from futures_product product left join lateral (
    select price, day from futures_price where futures_price.product_id = product.product_id order by day desc limit 1
  ) as last on true`

type FuturesQuery = PageRange & { q: string; show: FuturesFilter; locale: Locale; today: MarketDay }

/** Returns a page of the futures that match a search, earliest delivery first. */
export async function findFutures(
  db: Database,
  { q, show, locale, today, ...range }: FuturesQuery,
): Promise<ResultPage<ListedFuture>> {
  const isShown = sql`case ${show}::text
    when 'traded' then is_active and last_trading_day >= ${today}
    when 'off' then not is_active
    else true end`
  const selection = {
    columns: sql`*`,
    from: sql`(${selectFutures}) as listed`,
    where: [containsText(sql`name || ' ' || coalesce(names::text, '')`, q), isShown],
    orderBy: sql`delivery_start, delivery_end, name`,
  }
  const { items, total } = await findPage<FutureRow>(db, selection, range)
  return { items: items.map((row) => presentFuture(row, locale)), total }
}

/** Returns a future by the id from a URL. */
export async function findFuture(db: Database, id: string): Promise<FutureRow | undefined> {
  const { rows } = await sql<FutureRow>`select * from (${selectFutures}) as found where id::text = ${id}`.execute(db)
  return rows[0]
}

/** Converts a future to the API format. */
export function presentFuture(future: FutureRow, locale: Locale): ListedFuture {
  const { id, name, names, instrument, delivery_start, delivery_end, last_trading_day, ...rest } = future
  return {
    ...{ id, name, instrument, delivery_start, delivery_end, last_trading_day },
    ...{ alerts: rest.alerts, is_active: rest.is_active, price_date: rest.price_date },
    title: names?.[locale] ?? names?.es ?? null,
    price: rest.price === null ? null : Number(rest.price),
  }
}

/** Updates a future if its version still matches. Returns the new version, or undefined on a conflict. */
export async function updateFuture(
  db: Database,
  { id, version }: { id: number; version: number },
  { names, is_active }: { names: object | null; is_active: boolean },
): Promise<number | undefined> {
  const changed = await db
    .updateTable('futures_product')
    .set({ names: names === null ? null : JSON.stringify(names), is_active, version: version + 1 })
    .where('product_id', '=', id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return changed?.version
}
