import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { CodeFilter } from '../rules.ts'

const api = () => import('../api.ts')
export const campaignsKey = ['campaigns']

/** Query for a page of campaigns. */
export function campaignsQuery(send: Send, { q, offset }: { q: string; offset: number }) {
  return queryOptions({
    queryKey: [...campaignsKey, 'list', q, offset],
    queryFn: async ({ signal }) => send((await api()).listCampaigns, { query: { q, offset, limit: pageSize }, signal }),
  })
}

/** Query for a campaign. */
export function campaignQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...campaignsKey, id],
    queryFn: async ({ signal }) => send((await api()).readCampaign, { params: { id }, signal }),
  })
}

export type CodesView = { q: string; state: CodeFilter; offset: number }

/** Query for a page of the codes of a campaign. */
export function codesQuery(send: Send, id: string, { q, state, offset }: CodesView) {
  return queryOptions({
    queryKey: [...campaignsKey, id, 'codes', q, state, offset],
    queryFn: async ({ signal }) =>
      send((await api()).listCodes, { params: { id }, query: { q, state, offset, limit: pageSize }, signal }),
  })
}

/** Query for the products that a code can unlock. */
export function unlockableProductsQuery(send: Send) {
  return queryOptions({
    queryKey: ['products', 'to-open'],
    queryFn: async ({ signal }) => {
      const { listProducts } = await import('../../products/api.ts')
      return (await send(listProducts, { query: { limit: 100 }, signal })).items
    },
  })
}
