import { Refused } from '#kit/refusal.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { homeBannerCodes } from '../rules.ts'
import { bannersQuery, htmlPageQuery, htmlRoutesQuery } from './queries.ts'
import { settingsOf } from './settings.ts'

/** Fetches which pages of the retailer there are, for a screen that shows `RetailerPages`: that this fails keeps nobody from it. */
export async function loadRetailerPages({ send, boot, prefetch }: LoadContext) {
  if (settingsOf(boot).features.enableServerElements) await prefetch(htmlRoutesQuery(send)).catch(() => undefined)
}

/** Fetches the banners for a screen that shows `HomeBanners`, which stands without them too. */
export async function loadHomeBanners({ send, boot, prefetch }: LoadContext) {
  const codes = homeBannerCodes(settingsOf(boot))
  if (codes.length > 0) await prefetch(bannersQuery(send, codes)).catch(() => undefined)
}

/** Fetches a page of the retailer. @throws Refused `not_found` when there is none of this path and number. */
export async function loadDynamicPage({ send, params, prefetch }: LoadContext) {
  const { routePath = '', pageId = '' } = params
  const [routes] = await Promise.all([prefetch(htmlRoutesQuery(send)), prefetch(htmlPageQuery(send, pageId))])
  const isThere = routes.some(({ id, route_path }) => String(id) === pageId && route_path === routePath)
  if (!isThere) throw new Refused('not_found', 404)
}
