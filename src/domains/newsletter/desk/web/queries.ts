import { pageQuery } from '#kit/backoffice/web/page-query.ts'

export const newslettersKey = ['newsletters-kept']

/** Query for a page of newsletters. */
export const newslettersQuery = pageQuery(newslettersKey, async () => (await import('../api.ts')).listAllNewsletters)
