import { Refused } from '#kit/refusal.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { homeBannerCodes } from '../rules.ts'
import { bannersQuery, htmlPageQuery, htmlRoutesQuery } from './queries.ts'
import { settingsOf } from './settings.ts'

/** Fetches the retailer's pages for a screen that shows `RetailerPages`. A failure does not block the screen. */
export async function loadRetailerPages({ send, boot, prefetch }: LoadContext) {
  if (settingsOf(boot).features.enableServerElements) await prefetch(htmlRoutesQuery(send)).catch(() => undefined)
}

/** Fetches the banners for a screen that shows `HomeBanners`. A failure does not block the screen. */
export async function loadHomeBanners({ send, boot, prefetch }: LoadContext) {
  const codes = homeBannerCodes(settingsOf(boot))
  if (codes.length > 0) await prefetch(bannersQuery(send, codes)).catch(() => undefined)
}

/** Fetches a page of the retailer. @throws Refused `not_found` if none has this path and number. */
export async function loadDynamicPage({ send, params, prefetch }: LoadContext) {
  const { routePath = '', pageId = '' } = params
  const [routes] = await Promise.all([prefetch(htmlRoutesQuery(send)), prefetch(htmlPageQuery(send, pageId))])
  const isThere = routes.some(({ id, route_path }) => String(id) === pageId && route_path === routePath)
  if (!isThere) throw new Refused('not_found', 404)
}
