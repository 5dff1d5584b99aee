import { pageQuery } from '#kit/backoffice/web/page-query.ts'

export const compensationsKey = ['compensations']

/** Query for a page of compensations. */
export const compensationsQuery = pageQuery(compensationsKey, async () => (await import('../api.ts')).listCompensations)
