import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const dutiesKey = ['duties']

/** Query for a page of what is due. */
export const dutiesQuery = pageQuery([...dutiesKey, 'list'], async () => (await api()).listDuties)

/** Query for the kinds and laws of duties and their possible assignees. */
export function dutyChoicesQuery(send: Send) {
  return queryOptions({
    queryKey: ['duty-choices'],
    queryFn: async ({ signal }) => send((await api()).readDutyChoices, { signal }),
    staleTime: 60_000,
  })
}
