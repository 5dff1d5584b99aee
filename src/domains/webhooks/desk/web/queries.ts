import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const webhooksKey = ['webhooks']

// Deliveries in progress are refetched automatically, because the operator who sent them waits for the result.
const refetchIntervalMs = 2_000

/** Query for every endpoint. */
export function endpointsQuery(send: Send) {
  return queryOptions({
    queryKey: [...webhooksKey, 'endpoints'],
    queryFn: async ({ signal }) => (await send((await api()).listEndpoints, { signal })).items,
  })
}

/** Query for one endpoint. */
export function endpointQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...webhooksKey, 'endpoint', id],
    queryFn: async ({ signal }) => send((await api()).readEndpoint, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.waiting ? refetchIntervalMs : false),
  })
}

/** Query for a page of deliveries. */
export const deliveriesQuery = pageQuery([...webhooksKey, 'deliveries'], async () => (await api()).listDeliveries, {
  refetchInterval: ({ state }) =>
    state.data?.items.some((delivery) => delivery.state === 'waiting') ? refetchIntervalMs : false,
})

/** Query for one delivery with its body. */
export function deliveryQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...webhooksKey, 'delivery', id],
    queryFn: async ({ signal }) => send((await api()).readDelivery, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? refetchIntervalMs : false),
  })
}
