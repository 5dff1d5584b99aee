import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import { listAddresses } from '../api.ts'

/** Returns the query for the addresses of the customer. They are refetched whenever one is to be chosen. */
export function addressesQuery(send: Send) {
  return queryOptions({
    queryKey: ['addresses'],
    queryFn: async ({ signal }) => (await send(listAddresses, { signal })).items,
    staleTime: 0,
  })
}
