import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

export type AuditView = { q: string; isByOperators: boolean; after: string | undefined }

/** A page of the audit log. */
export function auditQuery(send: Send, { q, isByOperators, after }: AuditView) {
  return queryOptions({
    queryKey: ['audit', q, isByOperators, after],
    queryFn: async ({ signal }) => {
      const { listAudit } = await import('../api.ts')
      const query = { q, after, ...(isByOperators ? { operators: 'true' as const } : {}) }
      return send(listAudit, { query, signal })
    },
    // It grows while it is looked at.
    staleTime: 0,
  })
}
