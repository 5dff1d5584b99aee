import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#desks/common/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { ApprovalFilter } from '../rules.ts'

const api = () => import('../api.ts')
export const approvalsKey = ['desk-approvals']

/** Which requests are shown, as the address says. */
export type ApprovalsView = { state: ApprovalFilter; offset: number }

/** A page of the requests that wait, or of those that were decided. */
export function approvalsQuery(send: Send, view: ApprovalsView) {
  return queryOptions({
    queryKey: [...approvalsKey, 'list', view],
    queryFn: async ({ signal }) => send((await api()).listApprovals, { query: { ...view, limit: pageSize }, signal }),
  })
}

/** A request with what would change. */
export function approvalQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...approvalsKey, id],
    queryFn: async ({ signal }) => send((await api()).readApproval, { params: { id }, signal }),
  })
}
