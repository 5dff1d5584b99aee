import { createHash } from 'node:crypto'
import type { Locale } from '#kit/locale.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import { translator } from './texts.ts'

type Retailer = { locale: Locale; name: string; phone: string; color: string }

/**
 * The page that stands for all others while there is no connection, whole in itself: what cannot be seen now, how old that is
 * what was seen last, and how to be reached. The worker puts the time in the place of LLUM_LAST_SEEN.
 */
export function offlinePage({ locale, name, phone, color }: Retailer): { html: string; policy: string } {
  const say = translator(locale, 'app.document.offline')
  const { plate, onPlate } = brandOnPaper({ name, color, logo: null })
  const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:1.5rem;box-sizing:border-box;font:1rem/1.5 system-ui,sans-serif}
main{display:grid;gap:1rem;max-width:32rem}
h1{margin:0;font-size:1.75rem;line-height:1.2}
p{margin:0}
svg{width:3rem;height:3rem;color:${plate}}
a{display:inline-block;padding:.75rem 1.25rem;border-radius:10px;background:${plate};color:${onPlate};text-decoration:none;font-weight:500}
a:focus-visible{outline:2px solid;outline-offset:3px}`
  const telephone = phone ? `<p>${escapeHtml(say('phone', { phone }))}</p>` : ''
  const html = `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(say('title'))} · ${escapeHtml(name)}</title><style>${style}</style></head>
<body><main>
<svg viewBox="0 0 28 28" fill="currentColor" fill-rule="evenodd" aria-hidden="true"><path d="M7 0h14a7 7 0 0 1 7 7v14a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7V7a7 7 0 0 1 7-7zM5 22h18v-10h-4.5V7H14v5H9.5v5H5z"/></svg>
<h1>${escapeHtml(say('title'))}</h1>
<p>${escapeHtml(say('words'))}</p>
<p>${escapeHtml(say('lastSeen', { time: 'LLUM_LAST_SEEN' }))}</p>
${telephone}
<p><a href="">${escapeHtml(say('retry'))}</a></p>
</main></body></html>
`
  const digest = createHash('sha256').update(style).digest('base64')
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}
