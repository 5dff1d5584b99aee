import type { AnyRouter } from '@tanstack/react-router'
import { changeBoot, type Portal } from '#kit/web/portal.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { toLocalAddress } from './paths.ts'
import { savePreference } from './save-preference.ts'
import { translateTexts } from './texts.ts'

/**
 * Switches the language in place: the page and its form input stay, with other texts and with the URL of that language;
 * cached answers that may contain texts are refetched.
 */
export async function chooseLanguage(router: AnyRouter, portal: Portal, locale: Locale) {
  await translateTexts(portal, locale)
  savePreference(portal, 'language', locale)
  changeBoot(portal, { locale })
  const { href, state } = router.latestLocation
  router.history.replace(portal.basePath + toLocalAddress(href, locale), state)
  await portal.queryClient?.invalidateQueries()
}
