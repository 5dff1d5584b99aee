import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { Actor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import { Refused } from '#kit/refusal.ts'
import type { Refuse, Serve } from '#kit/server/serve.ts'
import { notFound } from '#kit/server/serve.ts'
import { fixedDecimal } from '#vocabulary/decimal.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type Alert, addAlert, deleteAlert, type FuturesProduct, listAlerts, listProducts, readPrices } from '../api.ts'
import { isExpired, isMet, mostAlerts, priceDecimals } from '../rules.ts'
import {
  alertsOf,
  findAlert,
  findProduct,
  insertAlert,
  type KeptAlert,
  type KeptProduct,
  lastPrices,
  removeAlert,
  tradedProducts,
} from './store.ts'

type Needs = { serve: Serve; db: Kysely<DB>; settings: Pick<LiveSettings, 'now'>; clock: () => Date }

/** As many prices as a small chart shows with a line for each. */
const chartedPrices = 40

/** Prices of electricity futures, and the alerts that customers set on them. */
export function priceAlertRoutes({ serve, db, settings, clock }: Needs) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listProducts, async ({ actor }, refuse) => {
    requireOpen(actor, refuse)
    return (await tradedProducts(db, today())).map((product) => presentProduct(product, actor.locale))
  })

  serve(readPrices, async ({ actor, params }, refuse) => {
    requireOpen(actor, refuse)
    const product = await findProduct(db, params.product)
    if (!product) throw notFound()
    const prices = await lastPrices(db, product.productId, chartedPrices)
    return { items: prices.map(({ day, price }) => ({ date: day, price: Number(price) })) }
  })

  serve(listAlerts, async ({ actor }) => {
    requireOffered()
    return (await alertsOf(db, actor.userId)).map(presentAlert)
  })

  serve(addAlert, async ({ actor: { userId }, body }, refuse) => {
    requireOffered()
    const product = await findProduct(db, body.product)
    if (!product?.isActive) throw invalid('product', 'product_unknown')
    if (isExpired(product.lastTradingDay, today())) throw invalid('product', 'product_expired')
    const limit = fixedDecimal(Math.round(body.price * 10 ** priceDecimals), priceDecimals)
    const added = await db.transaction().execute(async (transaction) => {
      // A price that comes in at the same time is compared with it, or is the one that it begins with.
      const [last] = await lastPrices(transaction, product.productId, 1)
      const isMetNow = last !== undefined && isMet(body.type, last.price, limit)
      const alert = { userId, productId: product.productId, type: body.type, limit, isMet: isMetNow, now: clock() }
      return insertAlert(transaction, alert, mostAlerts)
    })
    if (added === 'exists') throw refuse('alert_exists')
    if (added === 'too_many') throw refuse('too_many_alerts')
    return { status: 200 as const, id: added }
  })

  serve(deleteAlert, {
    // Whose it is comes before whether the body is right, so it is looked for in the body as it came.
    async find({ actor: { userId }, request }) {
      requireOffered()
      const asked = AskedAlert.safeParse(request.body)
      return asked.success ? findAlert(db, { userId, alertId: asked.data.id }) : 'unreadable'
    },
    async act({ subject, body }) {
      if (subject === 'unreadable') throw new Error('The gate lets no body through that it cannot read.')
      await removeAlert(db, subject.alertId)
      return { status: 200 as const, id: body.id }
    },
  })

  function requireOffered() {
    if (!settings.now().priceAlerts.enabled) throw notFound()
  }

  function requireOpen(actor: Actor, refuse: Refuse<typeof listProducts>) {
    requireOffered()
    if (actor.kind === 'anonymous' && settings.now().priceAlerts.authenticate)
      throw refuse(actor.sessionEnded ? 'token_expired' : 'unauthenticated')
  }
}

const AskedAlert = z.object({ id: deleteAlert.body.shape.id })

function presentProduct({ name, names, instrument, last, ...days }: KeptProduct, locale: Locale): FuturesProduct {
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

function presentAlert({ alertId, product, type, limit, isMet: met, lastTradingDay, last }: KeptAlert): Alert {
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
