import { queryOptions } from '@tanstack/react-query'
import type { LeadKind } from '#domains/leads/rules.ts'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { Handling, LeadState } from '../rules.ts'

const api = () => import('../api.ts')
export const leadsKey = ['leads-desk']

/** The filters of the lead list, from the page URL. */
export type LeadsFilter = { q: string; kind?: LeadKind; state?: LeadState; handling?: Handling; check?: 'awaited' }

/** Query for a page of leads. */
export function leadsQuery(send: Send, view: LeadsFilter & { offset: number }) {
  return queryOptions({
    queryKey: [...leadsKey, 'list', view],
    queryFn: async ({ signal }) => send((await api()).listLeads, { query: { ...view, limit: pageSize }, signal }),
  })
}

/** Query for a lead with its data. */
export function leadQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...leadsKey, id],
    queryFn: async ({ signal }) => send((await api()).readLead, { params: { id }, signal }),
  })
}
