import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { Actor } from '#kit/actor.ts'
import { Refused } from '#kit/refusal.ts'
import type { Refuse, Serve } from '#kit/server/serve.ts'
import { notFound } from '#kit/server/serve.ts'
import { formatFixedDecimal } from '#vocabulary/decimal.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type Alert, addAlert, deleteAlert, type FuturesProduct, listAlerts, listProducts, readPrices } from '../api.ts'
import { isExpired, isMet, maxAlerts, priceDecimals } from '../rules.ts'
import {
  type AlertRecord,
  deleteAlertRow,
  findAlert,
  findAlerts,
  findLastPrices,
  findProduct,
  findTradedProducts,
  insertAlert,
  type ProductRecord,
} from './store.ts'

type PriceAlertRouteDeps = { serve: Serve; db: Kysely<DB>; settings: Pick<LiveSettings, 'now'>; clock: () => Date }

/** As many prices as fit into a small chart with a line for each. */
const maxChartedPrices = 40

/** Registers the prices of electricity futures, and the alerts that customers set on them. */
export function priceAlertRoutes({ serve, db, settings, clock }: PriceAlertRouteDeps) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listProducts, async ({ actor }, refuse) => {
    requireAccess(actor, refuse)
    return (await findTradedProducts(db, today())).map((product) => presentProduct(product, actor.locale))
  })

  serve(readPrices, async ({ actor, params }, refuse) => {
    requireAccess(actor, refuse)
    const product = await findProduct(db, params.product)
    if (!product) throw notFound()
    const prices = await findLastPrices(db, product.productId, maxChartedPrices)
    return { items: prices.map(({ day, price }) => ({ date: day, price: Number(price) })) }
  })

  serve(listAlerts, async ({ actor }) => {
    requireOffered()
    return (await findAlerts(db, actor.userId)).map(presentAlert)
  })

  serve(addAlert, async ({ actor: { userId }, body }, refuse) => {
    requireOffered()
    const product = await findProduct(db, body.product)
    if (!product?.isActive) throw invalid('product', 'product_unknown')
    if (isExpired(product.lastTradingDay, today())) throw invalid('product', 'product_expired')
    const limit = formatFixedDecimal(Math.round(body.price * 10 ** priceDecimals), priceDecimals)
    const added = await db.transaction().execute(async (transaction) => {
      // A price imported at the same time is either compared with the alert or is the one that it starts with.
      const [last] = await findLastPrices(transaction, product.productId, 1)
      const isMetNow = last !== undefined && isMet(body.type, last.price, limit)
      const alert = { userId, productId: product.productId, type: body.type, limit, isMet: isMetNow, now: clock() }
      return insertAlert(transaction, alert, maxAlerts)
    })
    if (added === 'exists') throw refuse('alert_exists')
    if (added === 'too_many') throw refuse('too_many_alerts')
    return { status: 200 as const, id: added }
  })

  serve(deleteAlert, {
    // Ownership is checked before the body is validated, so the alert is looked up in the raw body.
    async find({ actor: { userId }, request }) {
      requireOffered()
      const input = DeleteAlertInput.safeParse(request.body)
      return input.success ? findAlert(db, { userId, alertId: input.data.id }) : 'unreadable'
    },
    async act({ subject, body }) {
      if (subject === 'unreadable') throw new Error('The gate should have refused an unreadable body.')
      await deleteAlertRow(db, subject.alertId)
      return { status: 200 as const, id: body.id }
    },
  })

  function requireOffered() {
    if (!settings.now().priceAlerts.enabled) throw notFound()
  }

  function requireAccess(actor: Actor, refuse: Refuse<typeof listProducts>) {
    requireOffered()
    if (actor.kind === 'anonymous' && settings.now().priceAlerts.authenticate)
      throw refuse(actor.sessionEnded ? 'token_expired' : 'unauthenticated')
  }
}

const DeleteAlertInput = z.object({ id: deleteAlert.body.shape.id })

function presentProduct({ name, names, instrument, last, ...days }: ProductRecord, locale: Locale): FuturesProduct {
  return {
    product: name,
    title: names?.[locale] ?? names?.es ?? null,
    instrument,
    delivery_start: days.deliveryFrom,
    delivery_end: days.deliveryUntil,
    last_trading_day: days.lastTradingDay,
    price: last ? Number(last.price) : null,
    price_date: last?.day ?? null,
  }
}

function presentAlert({ alertId, product, type, limit, isMet: met, lastTradingDay, last }: AlertRecord): Alert {
  return {
    id: alertId,
    product,
    type,
    price: Number(limit),
    is_met: met,
    last_trading_day: lastTradingDay,
    current_price: last ? Number(last.price) : null,
    price_date: last?.day ?? null,
  }
}

function invalid(field: string, code: string): Refused {
  return new Refused('invalid', 400, { fields: { [field]: [code] } })
}
