import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const regulatedPricesKey = ['regulated']

/** Query for every regulated price with its current and next value. */
export function regulatedPricesQuery(send: Send) {
  return queryOptions({
    queryKey: [...regulatedPricesKey, 'list'],
    queryFn: async ({ signal }) => (await send((await api()).listRegulatedPrices, { signal })).items,
  })
}

/** Query for a regulated price with all its values. */
export function regulatedPriceQuery(send: Send, name: string) {
  return queryOptions({
    queryKey: [...regulatedPricesKey, 'one', name],
    queryFn: async ({ signal }) => send((await api()).readRegulatedPrice, { params: { name }, signal }),
  })
}
