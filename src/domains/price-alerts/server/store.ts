import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import type { LimitType } from '../rules.ts'

/** A price in €/MWh and the day of which it is the reference. */
export type DatedPrice = { price: Decimal; day: MarketDay }

export type KeptProduct = {
  productId: number
  name: string
  instrument: string
  deliveryFrom: MarketDay
  deliveryUntil: MarketDay
  lastTradingDay: MarketDay
  last: DatedPrice | null
  /** What the portal calls it, by language; null where its name on the market is all. */
  names: Record<string, string> | null
  isActive: boolean
}

/** The products that are offered and still traded on a day, those that are delivered first at the head, the shorter before the longer. */
export async function tradedProducts(db: Database, today: MarketDay): Promise<KeptProduct[]> {
  const rows = await productsWithPrice(db)
    .where('last_trading_day', '>=', today)
    .where('is_active', '=', true)
    .orderBy('delivery_from')
    .orderBy('delivery_until')
    .orderBy('name')
    .execute()
  return rows.map(productOf)
}

/** A product by its name, traded or not. */
export async function findProduct(db: Database, name: string): Promise<KeptProduct | undefined> {
  const row = await productsWithPrice(db).where('name', '=', name).executeTakeFirst()
  return row && productOf(row)
}

function productsWithPrice(db: Database) {
  return db
    .selectFrom('futures_product')
    .leftJoinLateral(lastPriceIn, (join) => join.onTrue())
    .select(['futures_product.product_id', 'name', 'instrument', 'delivery_from', 'delivery_until'])
    .select(['last_trading_day', 'names', 'is_active', 'last.price', 'last.day'])
}

type RowOfProduct = Awaited<ReturnType<ReturnType<typeof productsWithPrice>['execute']>>[number]

function productOf(row: RowOfProduct): KeptProduct {
  return {
    productId: row.product_id,
    name: row.name,
    instrument: row.instrument,
    deliveryFrom: row.delivery_from,
    deliveryUntil: row.delivery_until,
    lastTradingDay: row.last_trading_day,
    last: priceOf(row),
    names: row.names as Record<string, string> | null,
    isActive: row.is_active,
  }
}

/** The newest prices of a product, the oldest of them first. */
export async function lastPrices(db: Database, productId: number, count: number): Promise<DatedPrice[]> {
  const newest = await db
    .selectFrom('futures_price')
    .where('product_id', '=', productId)
    .orderBy('day', 'desc')
    .limit(count)
    .select(['price', 'day'])
    .execute()
  return newest.reverse()
}

export type KeptAlert = {
  alertId: number
  product: string
  type: LimitType
  limit: Decimal
  isMet: boolean
  lastTradingDay: MarketDay
  last: DatedPrice | null
}

/** Somebody's alerts, the newest first. */
export async function alertsOf(db: Database, userId: number): Promise<KeptAlert[]> {
  const rows = await db
    .selectFrom('price_alert')
    .innerJoin('futures_product', 'futures_product.product_id', 'price_alert.product_id')
    .leftJoinLateral(lastPriceIn, (join) => join.onTrue())
    .where('user_id', '=', userId)
    .orderBy('alert_id', 'desc')
    .select(['alert_id', 'name', 'limit_type', 'price_alert.price as limit', 'is_met', 'last_trading_day'])
    .select(['last.price', 'last.day'])
    .execute()
  return rows.map((row) => ({
    alertId: row.alert_id,
    product: row.name,
    type: row.limit_type as LimitType,
    limit: row.limit,
    isMet: row.is_met,
    lastTradingDay: row.last_trading_day,
    last: priceOf(row),
  }))
}

/** The number of somebody's own alert; undefined when it is not theirs. */
export function findAlert(db: Database, { userId, alertId }: { userId: number; alertId: number }) {
  return db
    .selectFrom('price_alert')
    .where('user_id', '=', userId)
    .where('alert_id', '=', alertId)
    .select('alert_id as alertId')
    .executeTakeFirst()
}

type NewAlert = {
  userId: number
  productId: number
  type: LimitType
  limit: Decimal
  /** Whether the present price meets it already, so that this is no crossing to be told of. */
  isMet: boolean
  now: Date
}

/** Adds an alert and answers its number, unless the same stands there already or there are so many. */
export async function insertAlert(
  db: Database,
  { userId, productId, type, limit, isMet, now }: NewAlert,
  most: number,
): Promise<number | 'exists' | 'too_many'> {
  // One after the other for a person, so that nobody gets past the count by asking twice at once.
  await sql`select from user_account where user_id = ${userId} for update`.execute(db)
  const own = await db
    .selectFrom('price_alert')
    .where('user_id', '=', userId)
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(own.count) >= most) return 'too_many'
  const added = await db
    .insertInto('price_alert')
    .values({ user_id: userId, product_id: productId, limit_type: type, price: limit, is_met: isMet, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('alert_id')
    .executeTakeFirst()
  return added?.alert_id ?? 'exists'
}

export async function removeAlert(db: Database, alertId: number) {
  await db.deleteFrom('price_alert').where('alert_id', '=', alertId).execute()
}

/** The newest price of the product of a row. */
function lastPriceIn(query: ExpressionBuilder<DB, 'futures_product'>) {
  return query
    .selectFrom('futures_price')
    .whereRef('futures_price.product_id', '=', 'futures_product.product_id')
    .orderBy('day', 'desc')
    .limit(1)
    .select(['price', 'day'])
    .as('last')
}

function priceOf({ price, day }: { price: Decimal | null; day: MarketDay | null }): DatedPrice | null {
  return price !== null && day !== null ? { price, day } : null
}
