import { escapeHtml } from '#kit/server/escape-html.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { translator } from '../texts/texts.ts'
import { renderPlainPage } from './plain-page.ts'

type SignOutRedirectPageInput = {
  locale: Locale
  name: string
  color: string
  /** The provider's page that ends the session there. */
  address: string
}

/**
 * Renders the page between signing out here and at the identity provider, for browsers without script: the policy of
 * our pages does not let a form redirect to another site, so the way there starts again, automatically or by link.
 */
export function renderSignOutRedirectPage({ locale, name, color, address }: SignOutRedirectPageInput): {
  html: string
  policy: string
} {
  const t = translator(locale, 'app.document.leaving')
  const href = escapeHtml(address)
  return renderPlainPage({
    locale,
    title: t('title'),
    name,
    color,
    head: `<meta http-equiv="refresh" content="0;url=${href}">\n`,
    main: `<p>${escapeHtml(t('text', { name }))}</p>\n<p><a href="${href}">${escapeHtml(t('way'))}</a></p>`,
  })
}
