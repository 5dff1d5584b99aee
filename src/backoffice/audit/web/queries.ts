import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

export type AuditView = {
  q: string
  isByOperators: boolean
  from: string | undefined
  to: string | undefined
  after: string | undefined
}

/** Query for a page of the audit log. */
export function auditQuery(send: Send, { isByOperators, ...view }: AuditView) {
  return queryOptions({
    queryKey: ['audit', view, isByOperators],
    queryFn: async ({ signal }) => {
      const { listAudit } = await import('../api.ts')
      const query = { ...view, ...(isByOperators ? { operators: 'true' as const } : {}) }
      return send(listAudit, { query, signal })
    },
    // The log grows while it is shown.
    staleTime: 0,
  })
}
