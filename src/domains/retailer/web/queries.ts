import { queryOptions } from '@tanstack/react-query'
import { isRefused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'

// The calls with their schemas are imported on demand: the first page arrives with its replies.
const api = () => import('../api.ts')

/** Returns the query for the retailer's pages. */
export function htmlRoutesQuery(send: Send) {
  return queryOptions({
    queryKey: ['html-routes'],
    queryFn: async ({ signal }) => send((await api()).listHtmlRoutes, { signal }),
  })
}

/** Returns the query for the blocks of one of these pages. */
export function htmlPageQuery(send: Send, pageId: string) {
  return queryOptions({
    queryKey: ['html-page', pageId],
    queryFn: async ({ signal }) => send((await api()).listHtmlOfPage, { params: { pageId }, signal }),
  })
}

/** Returns the query for the blocks of a place of the portal. */
export function htmlGroupQuery(send: Send, group: string) {
  return queryOptions({
    queryKey: ['html-group', group],
    queryFn: async ({ signal }) => send((await api()).listHtmlOfGroup, { query: { group_name: group }, signal }),
  })
}

/** A banner of the retailer: HTML, which begins with <, or an image in base64. */
export type RetailerBanner = { code: string; banner: string }

/** Returns the query for those of the given banners that the retailer has, in their order. */
export function bannersQuery(send: Send, codes: readonly string[]) {
  return queryOptions({
    queryKey: ['banners', codes],
    queryFn: async ({ signal }): Promise<RetailerBanner[]> => {
      const { listBanners, readBanner } = await api()
      // An upstream server may not list its banners; then each one is requested.
      const listed = await nullIfNotFound(send(listBanners, { signal }))
      const requested = listed ? codes.filter((code) => listed.items.includes(code)) : codes
      const banners = await Promise.all(
        requested.map((code) => nullIfNotFound(send(readBanner, { params: { code }, signal }))),
      )
      return requested.flatMap((code, index) => (banners[index] ? [{ code, ...banners[index] }] : []))
    },
  })
}

async function nullIfNotFound<Reply>(answer: Promise<Reply>): Promise<Reply | null> {
  try {
    return await answer
  } catch (failure) {
    if (isRefused(failure) && failure.status === 404) return null
    throw failure
  }
}
