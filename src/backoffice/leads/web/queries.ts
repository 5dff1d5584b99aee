import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const leadsKey = ['leads-desk']

/** Query for a page of leads. */
export const leadsQuery = pageQuery([...leadsKey, 'list'], async () => (await api()).listLeads)

/** Query for a lead with its data. */
export function leadQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...leadsKey, id],
    queryFn: async ({ signal }) => send((await api()).readLead, { params: { id }, signal }),
  })
}
