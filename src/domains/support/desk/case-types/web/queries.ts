import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'

export const caseTypesKey = ['case-types']

/** The filters of the list, from the page address. */
export type CaseTypesView = { kind: 'category' | 'type'; q: string; offset: number }

/** Query for a page of case types. */
export function caseTypesQuery(send: Send, view: CaseTypesView) {
  return queryOptions({
    queryKey: [...caseTypesKey, view],
    queryFn: async ({ signal }) => {
      const { listCaseTypes } = await import('../api.ts')
      return send(listCaseTypes, { query: { ...view, limit: pageSize }, signal })
    },
  })
}
