import { queryOptions } from '@tanstack/react-query'
import type { ApprovalFilter } from '#domains/approvals/rules.ts'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const approvalsKey = ['desk-approvals']

/** The filter and offset of the approval list, from the page address. */
export type ApprovalsView = { state: ApprovalFilter; offset: number }

/** Query for a page of open or decided requests. */
export function approvalsQuery(send: Send, view: ApprovalsView) {
  return queryOptions({
    queryKey: [...approvalsKey, 'list', view],
    queryFn: async ({ signal }) => send((await api()).listApprovals, { query: { ...view, limit: pageSize }, signal }),
  })
}

/** Query for a request with its changes. */
export function approvalQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...approvalsKey, id],
    queryFn: async ({ signal }) => send((await api()).readApproval, { params: { id }, signal }),
  })
}
