import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { LimitType } from '../rules.ts'

// The calls with their schemas are loaded only on the first request, because the first page arrives with its replies.
const api = () => import('../api.ts')

const pricesKey = ['price-alerts']

/** A price in €/MWh and its day. */
export type DatedPrice = { price: number; day: MarketDay }

/** A future to choose. An upstream server may return only its name. */
export type ProductModel = {
  name: string
  /** The retailer's additional name for it. */
  title?: string | null
  instrument: string | null
  delivery: { from: MarketDay; until: MarketDay } | null
  lastTradingDay: MarketDay | null
}

/** An alert as its owner sees it. */
export type AlertModel = {
  id: number
  product: string
  type: LimitType
  limit: number
  isMet: boolean | null
  lastTradingDay: MarketDay | null
  last: DatedPrice | null
}

/** Queries the futures that are traded. */
export function productsQuery(send: Send) {
  return queryOptions({
    queryKey: [...pricesKey, 'products'],
    queryFn: async ({ signal }): Promise<ProductModel[]> =>
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

/** Queries the last prices of a future, oldest first. */
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

/** Queries the user's alerts, newest first. */
export function alertsQuery(send: Send) {
  return queryOptions({
    queryKey: [...pricesKey, 'alerts'],
    queryFn: async ({ signal }): Promise<AlertModel[]> =>
      (await send((await api()).listAlerts, { signal })).map((alert) => ({
        id: alert.id,
        product: alert.product,
        type: alert.type,
        limit: alert.price,
        isMet: alert.is_met ?? null,
        lastTradingDay: alert.last_trading_day ?? null,
        last: toDatedPrice(alert.current_price, alert.price_date),
      })),
  })
}

/** Creates an alert and returns its id. @throws Refused */
export async function createAlert(
  send: Send,
  { product, type, limit }: Pick<AlertModel, 'product' | 'type' | 'limit'>,
) {
  // The call has a field for the id; for a new alert it is null, like any missing value.
  return (await send((await api()).addAlert, { body: { id: null, product, type, price: limit } })).id
}

/** Deletes an alert. @throws Refused */
export async function removeAlert(send: Send, id: number) {
  await send((await api()).deleteAlert, { body: { id } })
}

function toDatedPrice(price: number | null | undefined, day: MarketDay | null | undefined): DatedPrice | null {
  return typeof price === 'number' && day ? { price, day } : null
}
