import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { centsOf, isCrossing, isMet, type LimitType } from '../rules.ts'
import { lastPrices } from './store.ts'

/**
 * Compares the newest price of some products with the alerts on them, within the transaction that brought it, and writes to
 * whoever's limit it crosses. An alert whose limit stays crossed says nothing more until the price has come back. Answers how
 * many mails there will be.
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
  let told = 0
  for (const product of products) told += await compareProduct(db, product, now)
  return told
}

async function compareProduct(
  db: Database,
  { product_id, name }: { product_id: number; name: string },
  now: Date,
): Promise<number> {
  const [last] = await lastPrices(db, product_id, 1)
  if (!last) return 0
  const alerts = await db
    .selectFrom('price_alert')
    .where('product_id', '=', product_id)
    .selectAll()
    .orderBy('alert_id')
    .forUpdate()
    .execute()
  let told = 0
  for (const alert of alerts) {
    const type = alert.limit_type as LimitType
    const isMetNow = isMet(type, last.price, alert.price)
    if (isMetNow === alert.is_met) continue
    const isTold = isCrossing({ wasMet: alert.is_met, isMet: isMetNow })
    await db
      .updateTable('price_alert')
      .set({ is_met: isMetNow, ...(isTold ? { told_at: now } : {}) })
      .where('alert_id', '=', alert.alert_id)
      .execute()
    if (!isTold) continue
    const values = {
      product: name,
      comparison: comparisons[type],
      priceCents: centsOf(last.price),
      limitCents: centsOf(alert.price),
      day: last.day,
    }
    const message = { kind: 'price-alerts.crossed', values, userId: alert.user_id, link: '/omipComponent' } as const
    await queueMessage(db, message, now)
    told += 1
  }
  return told
}

/** The comparisons in a word, by which the mail chooses its sentence. */
const comparisons: Record<LimitType, string> = { '<': 'below', '>': 'above', '==': 'equal' }
