import { pageQuery } from '#kit/backoffice/web/page-query.ts'

/** Query for a page of the audit log, which grows while it is shown. */
export const auditQuery = pageQuery(['audit'], async () => (await import('../api.ts')).listAudit, { staleTime: 0 })
