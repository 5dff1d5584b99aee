import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const casesKey = ['cases']

/** Query for a page of the cases of all customers. */
export const casesQuery = pageQuery([...casesKey, 'list'], async () => (await api()).listCases)

/** Query for a case with its thread. */
export function caseQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...casesKey, id],
    queryFn: async ({ signal }) => send((await api()).readCase, { params: { id }, signal }),
  })
}

/** Query for the case categories and the possible assignees. */
export function choicesQuery(send: Send) {
  return queryOptions({
    queryKey: ['case-choices'],
    queryFn: async ({ signal }) => send((await api()).readCaseChoices, { signal }),
    staleTime: 60_000,
  })
}
