import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#desks/common/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { DeliveryFilter } from '../rules.ts'

const api = () => import('../api.ts')
export const webhooksKey = ['webhooks']

// What is on its way is looked at again by itself, since whoever has sent it waits for it.
const againMilliseconds = 2_000

/** Every endpoint. */
export function endpointsQuery(send: Send) {
  return queryOptions({
    queryKey: [...webhooksKey, 'endpoints'],
    queryFn: async ({ signal }) => (await send((await api()).listEndpoints, { signal })).items,
  })
}

/** One endpoint. */
export function endpointQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...webhooksKey, 'endpoint', id],
    queryFn: async ({ signal }) => send((await api()).readEndpoint, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.waiting ? againMilliseconds : false),
  })
}

/** What the deliveries are narrowed to, as their address says. */
export type DeliveriesView = { q: string; endpoint: string; state: DeliveryFilter; offset: number }

/** A page of the deliveries. */
export function deliveriesQuery(send: Send, { endpoint, ...view }: DeliveriesView, limit = pageSize) {
  return queryOptions({
    queryKey: [...webhooksKey, 'deliveries', view, endpoint, limit],
    queryFn: async ({ signal }) =>
      send((await api()).listDeliveries, {
        query: { ...view, limit, ...(endpoint ? { endpoint: Number(endpoint) } : {}) },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((delivery) => delivery.state === 'waiting') ? againMilliseconds : false,
  })
}

/** One delivery, with what is sent. */
export function deliveryQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...webhooksKey, 'delivery', id],
    queryFn: async ({ signal }) => send((await api()).readDelivery, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? againMilliseconds : false),
  })
}
