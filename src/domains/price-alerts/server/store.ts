import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import type { LimitType } from '../rules.ts'

/** A price in €/MWh and its reference day. */
export type DatedPrice = { price: Decimal; day: MarketDay }

export type ProductRecord = {
  productId: number
  name: string
  instrument: string
  deliveryFrom: MarketDay
  deliveryUntil: MarketDay
  lastTradingDay: MarketDay
  last: DatedPrice | null
  /** The portal's name for it, by language; null if there is only the market name. */
  names: Record<string, string> | null
  isActive: boolean
}

/** Returns the products on offer that are traded on a day, earliest delivery first, shorter before longer. */
export async function findTradedProducts(db: Database, today: MarketDay): Promise<ProductRecord[]> {
  const rows = await selectProductsWithPrice(db)
    .where('last_trading_day', '>=', today)
    .where('is_active', '=', true)
    .orderBy('delivery_from')
    .orderBy('delivery_until')
    .orderBy('name')
    .execute()
  return rows.map(readProductRow)
}

/** Returns a product by its name, traded or not. */
export async function findProduct(db: Database, name: string): Promise<ProductRecord | undefined> {
  const row = await selectProductsWithPrice(db).where('name', '=', name).executeTakeFirst()
  return row && readProductRow(row)
}

function selectProductsWithPrice(db: Database) {
  return db
    .selectFrom('futures_product')
    .leftJoinLateral(selectLastPrice, (join) => join.onTrue())
    .select(['futures_product.product_id', 'name', 'instrument', 'delivery_from', 'delivery_until'])
    .select(['last_trading_day', 'names', 'is_active', 'last.price', 'last.day'])
}

type ProductRow = Awaited<ReturnType<ReturnType<typeof selectProductsWithPrice>['execute']>>[number]

function readProductRow(row: ProductRow): ProductRecord {
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

/** Returns the newest prices of a product, oldest first. */
export async function findLastPrices(db: Database, productId: number, count: number): Promise<DatedPrice[]> {
  const newest = await db
    .selectFrom('futures_price')
    .where('product_id', '=', productId)
    .orderBy('day', 'desc')
    .limit(count)
    .select(['price', 'day'])
    .execute()
  return newest.reverse()
}

export type AlertRecord = {
  alertId: number
  product: string
  type: LimitType
  limit: Decimal
  isMet: boolean
  lastTradingDay: MarketDay
  last: DatedPrice | null
}

/** Returns a user's alerts, newest first. */
export async function findAlerts(db: Database, userId: number): Promise<AlertRecord[]> {
  const rows = await db
    .selectFrom('price_alert')
    .innerJoin('futures_product', 'futures_product.product_id', 'price_alert.product_id')
    .leftJoinLateral(selectLastPrice, (join) => join.onTrue())
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

/** Returns the id of a user's alert; undefined if it is not theirs. */
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
  /** Whether the current price already meets it, so that there is no crossing to notify. */
  isMet: boolean
  now: Date
}

/** Adds an alert and returns its id, unless it already exists or the maximum number is reached. */
export async function insertAlert(
  db: Database,
  { userId, productId, type, limit, isMet, now }: NewAlert,
  maxAlerts: number,
): Promise<number | 'exists' | 'too_many'> {
  // Serialised per user, so that concurrent requests cannot exceed the maximum.
  await sql`select from user_account where user_id = ${userId} for update`.execute(db)
  const own = await db
    .selectFrom('price_alert')
    .where('user_id', '=', userId)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (own.count >= maxAlerts) return 'too_many'
  const added = await db
    .insertInto('price_alert')
    .values({ user_id: userId, product_id: productId, limit_type: type, price: limit, is_met: isMet, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('alert_id')
    .executeTakeFirst()
  return added?.alert_id ?? 'exists'
}

export async function deleteAlertRow(db: Database, alertId: number) {
  await db.deleteFrom('price_alert').where('alert_id', '=', alertId).execute()
}

/** Selects the newest price of the product of a row. */
function selectLastPrice(query: ExpressionBuilder<DB, 'futures_product'>) {
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
