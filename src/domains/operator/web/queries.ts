import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

// The calls with their schemas are fetched only when something is asked for: the first page comes with its answers.
const api = () => import('../api.ts')

/** The pages of the retailer itself. */
export function htmlRoutesQuery(send: Send) {
  return queryOptions({
    queryKey: ['html-routes'],
    queryFn: async ({ signal }) => send((await api()).listHtmlRoutes, { signal }),
  })
}

/** The blocks of one of these pages. */
export function htmlPageQuery(send: Send, pageId: string) {
  return queryOptions({
    queryKey: ['html-page', pageId],
    queryFn: async ({ signal }) => send((await api()).listHtmlOfPage, { params: { pageId }, signal }),
  })
}
