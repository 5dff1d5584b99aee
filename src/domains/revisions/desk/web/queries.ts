import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'
import type { noticeFilters } from '../api.ts'

const api = () => import('../api.ts')
export const deskRevisionsKey = ['desk-revisions']

/** Query for a page of the revisions. */
export const deskRevisionsQuery = pageQuery([...deskRevisionsKey, 'list'], async () => (await api()).listAllRevisions)

/** Query for a revision with the state of its notices. */
export function deskRevisionQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...deskRevisionsKey, id],
    queryFn: async ({ signal }) => send((await api()).readDeskRevision, { params: { id }, signal }),
  })
}

/** Query for the products whose contracts can be revised. */
export function revisionChoicesQuery(send: Send) {
  return queryOptions({
    queryKey: [...deskRevisionsKey, 'choices'],
    queryFn: async ({ signal }) => send((await api()).readRevisionChoices, { signal }),
  })
}

type NoticesView = { state: (typeof noticeFilters)[number]; offset?: number }

/** Query for a page of the notices of a revision. */
export function noticesQuery(send: Send, id: string, { state, offset = 0 }: NoticesView) {
  return queryOptions({
    queryKey: [...deskRevisionsKey, id, 'notices', state, offset],
    queryFn: async ({ signal }) =>
      send((await api()).listNotices, { params: { id }, query: { state, offset }, signal }),
  })
}
