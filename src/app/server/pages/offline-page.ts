import { escapeHtml } from '#kit/server/escape-html.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { translator } from '../texts/texts.ts'
import { renderPlainPage } from './plain-page.ts'

type OfflinePageInput = { locale: Locale; name: string; phone: string; color: string }

/**
 * Renders the self-contained page that replaces all others while offline: what is unavailable, when data was last seen,
 * and how to contact the retailer. The service worker fills in the time for LLUM_LAST_SEEN.
 */
export function renderOfflinePage({ locale, name, phone, color }: OfflinePageInput): { html: string; policy: string } {
  const t = translator(locale, 'app.document.offline')
  const telephone = phone ? `<p>${escapeHtml(t('phone', { phone }))}</p>` : ''
  const main = `<p>${escapeHtml(t('text'))}</p>
<p>${escapeHtml(t('lastSeen', { time: 'LLUM_LAST_SEEN' }))}</p>
${telephone}
<p><a href="">${escapeHtml(t('retry'))}</a></p>`
  return renderPlainPage({ locale, title: t('title'), name, color, main })
}
