import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { LimitType } from '../rules.ts'

// The calls with their schemas are fetched only when something is asked for: the first page comes with its answers.
const api = () => import('../api.ts')

const pricesKey = ['price-alerts']

/** A price in €/MWh and its day. */
export type DatedPrice = { price: number; day: MarketDay }

/** A future that can be chosen. Another retailer's server may tell its name alone. */
export type ReadProduct = {
  name: string
  /** What the retailer calls it besides. */
  title?: string | null
  instrument: string | null
  delivery: { from: MarketDay; until: MarketDay } | null
  lastTradingDay: MarketDay | null
}

/** An alert as its owner sees it. */
export type ReadAlert = {
  id: number
  product: string
  type: LimitType
  limit: number
  isMet: boolean | null
  lastTradingDay: MarketDay | null
  last: DatedPrice | null
}

/** The futures that are traded. */
export function productsQuery(send: Send) {
  return queryOptions({
    queryKey: [...pricesKey, 'products'],
    queryFn: async ({ signal }): Promise<ReadProduct[]> =>
      (await send((await api()).listProducts, { signal })).map((product) => ({
        name: product.product,
        title: product.title ?? null,
        instrument: product.instrument ?? null,
        delivery:
          product.delivery_start && product.delivery_end
            ? { from: product.delivery_start, until: product.delivery_end }
            : null,
        lastTradingDay: product.last_trading_day ?? null,
      })),
  })
}

/** The last prices of a future, the oldest first. */
export function pricesQuery(send: Send, product: string) {
  return queryOptions({
    queryKey: [...pricesKey, 'prices', product],
    queryFn: async ({ signal }): Promise<DatedPrice[]> =>
      (await send((await api()).readPrices, { params: { product }, signal })).items.map(({ date, price }) => ({
        price,
        day: date,
      })),
  })
}

/** The own alerts, the newest first. */
export function alertsQuery(send: Send) {
  return queryOptions({
    queryKey: [...pricesKey, 'alerts'],
    queryFn: async ({ signal }): Promise<ReadAlert[]> =>
      (await send((await api()).listAlerts, { signal })).map((alert) => ({
        id: alert.id,
        product: alert.product,
        type: alert.type,
        limit: alert.price,
        isMet: alert.is_met ?? null,
        lastTradingDay: alert.last_trading_day ?? null,
        last: datedPrice(alert.current_price, alert.price_date),
      })),
  })
}

/** Sets an alert and answers its number. @throws Refused */
export async function sendAlert(send: Send, { product, type, limit }: Pick<ReadAlert, 'product' | 'type' | 'limit'>) {
  // The call has a place for the number; one that is still to be given is null, as whatever is missing.
  return (await send((await api()).addAlert, { body: { id: null, product, type, price: limit } })).id
}

/** Deletes an alert. @throws Refused */
export async function removeAlert(send: Send, id: number) {
  await send((await api()).deleteAlert, { body: { id } })
}

function datedPrice(price: number | null | undefined, day: MarketDay | null | undefined): DatedPrice | null {
  return typeof price === 'number' && day ? { price, day } : null
}
