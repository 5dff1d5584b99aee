import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { CaseFilter } from '../rules.ts'

const api = () => import('../api.ts')
export const casesKey = ['cases']

/** The filters of the case list, from the page URL. */
export type CasesView = { q: string; state: CaseFilter; category: string; offset: number }

/** Query for a page of the cases of all customers. */
export function casesQuery(send: Send, { category, ...view }: CasesView) {
  return queryOptions({
    queryKey: [...casesKey, 'list', view, category],
    queryFn: async ({ signal }) =>
      send((await api()).listCases, {
        query: { ...view, ...(category ? { category } : {}), limit: pageSize },
        signal,
      }),
  })
}

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
