import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listBanners, listHtmlOfGroup, listHtmlOfPage, listHtmlRoutes, readBanner } from '../api.ts'
import { firstLanguage } from '../content-language.ts'
import { featureFlagsOf } from '../feature-flags.ts'
import { isLegalGroup } from '../rules.ts'
import { privateSettings, publicSettings } from '../settings.ts'
import { readFeatureFlags, readPrivateSettings, readSettings } from '../settings-api.ts'
import { findBanner, findBannerCodes, findHtmlOfGroups, findHtmlOfPage, findHtmlRoutes } from './html-store.ts'
import type { LiveSettings } from './live-settings.ts'
import { presentBanner, presentElement, presentRoute } from './present.ts'

type Needs = { serve: Serve; db: Database; settings: Pick<LiveSettings, 'now'>; basePath: string }

/**
 * What the retailer sets and shows. With features.enableServerElements off there is none of its HTML but what the law asks
 * for: lists are empty, and pages and banners are not found.
 */
export function operatorRoutes({ serve, db, settings, basePath }: Needs) {
  const isHtmlOn = () => settings.now().features.enableServerElements
  const languagesOf = ({ locale }: { locale: Locale }) => ({
    locale,
    fallback: firstLanguage(settings.now().defaultLocale),
  })

  serve(readSettings, async () => publicSettings(settings.now()))
  serve(readPrivateSettings, async () => privateSettings(settings.now()))
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
    const pageId = idIn(params.pageId)
    const blocks = isHtmlOn() && pageId !== null ? await findHtmlOfPage(db, pageId, languagesOf(actor)) : undefined
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

const largestId = 2_147_483_647

function idIn(text: string): number | null {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return id > 0 && id <= largestId ? id : null
}
