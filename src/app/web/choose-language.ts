import type { AnyRouter } from '@tanstack/react-router'
import type { Locale } from '#kit/locale.ts'
import { changeBoot, type Portal } from '#kit/web/portal.ts'
import { keepInBrowser } from './keep-in-browser.ts'
import { localAddress } from './paths.ts'
import { translateTexts } from './texts.ts'

/**
 * Changes the language where one is: the page stays as it is, with what was typed into it, in other words and under the
 * address that the language writes; answers that may hold words are asked for again.
 */
export async function chooseLanguage(router: AnyRouter, portal: Portal, locale: Locale) {
  await translateTexts(portal, locale)
  keepInBrowser(portal, 'language', locale)
  changeBoot(portal, { locale })
  const { href, state } = router.latestLocation
  router.history.replace(portal.basePath + localAddress(href, locale), state)
  await portal.queryClient?.invalidateQueries()
}
