import { queryOptions } from '@tanstack/react-query'
import { isRefused } from '#kit/refusal.ts'
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

/** A banner of the retailer: HTML, which begins with <, or a picture in base64; null where it has none of this code. */
export function bannerQuery(send: Send, code: string) {
  return queryOptions({
    queryKey: ['banner', code],
    queryFn: async ({ signal }) => {
      try {
        return (await send((await api()).readBanner, { params: { code }, signal })).banner
      } catch (failure) {
        if (isRefused(failure) && failure.status === 404) return null
        throw failure
      }
    },
  })
}
