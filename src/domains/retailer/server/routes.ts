import type { Database } from '#db/database.ts'
import { parseId } from '#kit/parse-id.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { listBanners, listHtmlOfGroup, listHtmlOfPage, listHtmlRoutes, readBanner } from '../api.ts'
import { firstLanguage } from '../content-language.ts'
import { featureFlagsOf } from '../feature-flags.ts'
import { isLegalGroup } from '../rules.ts'
import { toPrivateSettings, toPublicSettings } from '../settings.ts'
import { readFeatureFlags, readPrivateSettings, readSettings } from '../settings-api.ts'
import { findBanner, findBannerCodes, findHtmlOfGroups, findHtmlOfPage, findHtmlRoutes } from './html-store.ts'
import type { LiveSettings } from './live-settings.ts'
import { presentBanner, presentElement, presentRoute } from './present-content.ts'

type RetailerRouteDeps = { serve: Serve; db: Database; settings: Pick<LiveSettings, 'now'>; basePath: string }

/**
 * Registers the calls for what the retailer configures and shows. With features.enableServerElements off, only the
 * legally required HTML remains: lists are empty, and pages and banners are not found.
 */
export function retailerRoutes({ serve, db, settings, basePath }: RetailerRouteDeps) {
  const isHtmlOn = () => settings.now().features.enableServerElements
  const languagesOf = ({ locale }: { locale: Locale }) => ({
    locale,
    fallback: firstLanguage(settings.now().defaultLocale),
  })

  serve(readSettings, async () => toPublicSettings(settings.now()))
  serve(readPrivateSettings, async () => toPrivateSettings(settings.now()))
  serve(readFeatureFlags, async () => ({ feature_flags: featureFlagsOf(settings.now()) }))

  serve(listHtmlRoutes, async ({ actor }) => {
    const routes = isHtmlOn() ? await findHtmlRoutes(db) : []
    return routes.map((route) => presentRoute(route, actor.locale))
  })

  serve(listHtmlOfGroup, async ({ actor, query }) => {
    const isShown = isHtmlOn() || isLegalGroup(query.group_name)
    const blocks = isShown ? await findHtmlOfGroups(db, [query.group_name], languagesOf(actor)) : []
    return blocks.map((block) => presentElement(block, basePath))
  })

  serve(listHtmlOfPage, async ({ actor, params }, refuse) => {
    const pageId = parseId(params.pageId)
    const blocks = isHtmlOn() && pageId !== undefined ? await findHtmlOfPage(db, pageId, languagesOf(actor)) : undefined
    if (!blocks) throw refuse('not_found')
    return blocks.map((block) => presentElement(block, basePath))
  })

  serve(listBanners, async () => ({ items: isHtmlOn() ? await findBannerCodes(db) : [] }))

  serve(readBanner, async ({ actor, params }, refuse) => {
    const stored = isHtmlOn() ? await findBanner(db, params.code) : undefined
    const banner = stored && presentBanner(stored, { basePath, locale: actor.locale })
    if (!banner) throw refuse('not_found')
    return banner
  })
}
