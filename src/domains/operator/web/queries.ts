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

/** The blocks for a place of the portal. */
export function htmlGroupQuery(send: Send, group: string) {
  return queryOptions({
    queryKey: ['html-group', group],
    queryFn: async ({ signal }) => send((await api()).listHtmlOfGroup, { query: { group_name: group }, signal }),
  })
}

/** A banner of the retailer: HTML, which begins with <, or a picture in base64. */
export type ShownBanner = { code: string; banner: string }

/** Those of some banners that the retailer has, in their order. */
export function bannersQuery(send: Send, codes: readonly string[]) {
  return queryOptions({
    queryKey: ['banners', codes],
    queryFn: async ({ signal }): Promise<ShownBanner[]> => {
      const { listBanners, readBanner } = await api()
      // Another server may not say which there are, and is asked for each.
      const known = await found(send(listBanners, { signal }))
      const asked = known ? codes.filter((code) => known.items.includes(code)) : codes
      const banners = await Promise.all(asked.map((code) => found(send(readBanner, { params: { code }, signal }))))
      return asked.flatMap((code, place) => (banners[place] ? [{ code, ...banners[place] }] : []))
    },
  })
}

async function found<Reply>(answer: Promise<Reply>): Promise<Reply | null> {
  try {
    return await answer
  } catch (failure) {
    if (isRefused(failure) && failure.status === 404) return null
    throw failure
  }
}
