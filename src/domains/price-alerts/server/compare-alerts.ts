import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { centsOf, isCrossing, isMet, type LimitType } from '../rules.ts'
import { findLastPrices } from './store.ts'

/**
 * Compares the newest price of some products with their alerts, within the transaction that stores it, and notifies the
 * owners of those that it crosses. An alert that stays crossed is not notified again until the price has come back.
 * Returns the number of mails.
 */
export async function compareAlerts(
  db: Database,
  { productIds, today, now }: { productIds: readonly number[]; today: MarketDay; now: Date },
): Promise<number> {
  if (productIds.length === 0) return 0
  const products = await db
    .selectFrom('futures_product')
    .where('product_id', 'in', [...productIds])
    .where('last_trading_day', '>=', today)
    .select(['product_id', 'name'])
    .orderBy('product_id')
    .execute()
  let notifiedCount = 0
  for (const product of products) notifiedCount += await compareProduct(db, product, now)
  return notifiedCount
}

async function compareProduct(
  db: Database,
  { product_id, name }: { product_id: number; name: string },
  now: Date,
): Promise<number> {
  const [last] = await findLastPrices(db, product_id, 1)
  if (!last) return 0
  const alerts = await db
    .selectFrom('price_alert')
    .where('product_id', '=', product_id)
    .selectAll()
    .orderBy('alert_id')
    .forUpdate()
    .execute()
  let notifiedCount = 0
  for (const alert of alerts) {
    const type = alert.limit_type as LimitType
    const isMetNow = isMet(type, last.price, alert.price)
    if (isMetNow === alert.is_met) continue
    const isNotified = isCrossing({ wasMet: alert.is_met, isMet: isMetNow })
    await db
      .updateTable('price_alert')
      .set({ is_met: isMetNow, ...(isNotified ? { told_at: now } : {}) })
      .where('alert_id', '=', alert.alert_id)
      .execute()
    if (!isNotified) continue
    const values = {
      product: name,
      comparison: comparisons[type],
      priceCents: centsOf(last.price),
      limitCents: centsOf(alert.price),
      day: last.day,
    }
    const message = { kind: 'price-alerts.crossed', values, userId: alert.user_id, link: '/omipComponent' } as const
    await queueMessage(db, message, now)
    notifiedCount += 1
  }
  return notifiedCount
}

/** The comparisons by name, which selects the sentence of the mail. */
const comparisons: Record<LimitType, string> = { '<': 'below', '>': 'above', '==': 'equal' }
