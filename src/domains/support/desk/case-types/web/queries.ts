import { pageQuery } from '#kit/backoffice/web/page-query.ts'

export const caseTypesKey = ['case-types']

/** Query for a page of case types. */
export const caseTypesQuery = pageQuery(caseTypesKey, async () => (await import('../api.ts')).listCaseTypes)
