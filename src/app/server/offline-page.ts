import type { Locale } from '#kit/locale.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import { plainPage } from './plain-page.ts'
import { translator } from './texts.ts'

type Retailer = { locale: Locale; name: string; phone: string; color: string }

/**
 * The page that stands for all others while there is no connection, whole in itself: what cannot be seen now, how old that is
 * what was seen last, and how to be reached. The worker puts the time in the place of LLUM_LAST_SEEN.
 */
export function offlinePage({ locale, name, phone, color }: Retailer): { html: string; policy: string } {
  const say = translator(locale, 'app.document.offline')
  const telephone = phone ? `<p>${escapeHtml(say('phone', { phone }))}</p>` : ''
  const main = `<p>${escapeHtml(say('words'))}</p>
<p>${escapeHtml(say('lastSeen', { time: 'LLUM_LAST_SEEN' }))}</p>
${telephone}
<p><a href="">${escapeHtml(say('retry'))}</a></p>`
  return plainPage({ locale, title: say('title'), name, color, main })
}
