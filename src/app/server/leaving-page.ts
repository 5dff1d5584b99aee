import type { Locale } from '#kit/locale.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import { plainPage } from './plain-page.ts'
import { translator } from './texts.ts'

type Order = {
  locale: Locale
  name: string
  color: string
  /** The provider's page that ends the session there. */
  address: string
}

/**
 * The page between leaving here and leaving the identity provider, for browsers without script: our pages let their forms
 * lead to nobody else, so the way there begins anew, by itself or by its link.
 */
export function leavingPage({ locale, name, color, address }: Order): { html: string; policy: string } {
  const say = translator(locale, 'app.document.leaving')
  const to = escapeHtml(address)
  return plainPage({
    locale,
    title: say('title'),
    name,
    color,
    head: `<meta http-equiv="refresh" content="0;url=${to}">\n`,
    main: `<p>${escapeHtml(say('words', { name }))}</p>\n<p><a href="${to}">${escapeHtml(say('way'))}</a></p>`,
  })
}
