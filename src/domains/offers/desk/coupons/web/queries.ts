import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const campaignsKey = ['campaigns']

/** Query for a page of campaigns. */
export const campaignsQuery = pageQuery([...campaignsKey, 'list'], async () => (await api()).listCampaigns)

/** Query for a campaign. */
export function campaignQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...campaignsKey, id],
    queryFn: async ({ signal }) => send((await api()).readCampaign, { params: { id }, signal }),
  })
}

/** Query for a page of the codes of a campaign. */
export function codesQuery(id: string) {
  return pageQuery([...campaignsKey, id, 'codes'], async () => (await api()).listCodes, { params: { id } })
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
