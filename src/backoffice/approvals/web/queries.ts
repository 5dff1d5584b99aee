import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const approvalsKey = ['desk-approvals']

/** Query for a page of open or decided requests. */
export const approvalsQuery = pageQuery([...approvalsKey, 'list'], async () => (await api()).listApprovals)

/** Query for a request with its changes. */
export function approvalQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...approvalsKey, id],
    queryFn: async ({ signal }) => send((await api()).readApproval, { params: { id }, signal }),
  })
}
