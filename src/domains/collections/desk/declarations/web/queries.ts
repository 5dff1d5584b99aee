import { pageQuery } from '#kit/backoffice/web/page-query.ts'

export const declarationsKey = ['desk-declarations']

/** Query for a page of the declarations. */
export const declarationsQuery = pageQuery(declarationsKey, async () => (await import('../api.ts')).listDeclarations)
