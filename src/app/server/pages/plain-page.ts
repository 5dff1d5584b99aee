import { createHash } from 'node:crypto'
import { escapeHtml } from '#kit/server/escape-html.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import type { Locale } from '#vocabulary/locale.ts'

type PlainPageInput = {
  locale: Locale
  title: string
  /** The retailer's name and colour. */
  name: string
  color: string
  /** HTML below the title, and additions to the head. */
  main: string
  head?: string
  /** What the page may do besides being read: run the script with this SHA-256, and submit forms to this origin. */
  allows?: { script: string; formAction: string }
}

/** Renders a self-contained page in the retailer's colour, and the policy that is sent with it. */
export function renderPlainPage({ locale, title, name, color, main, head = '', allows }: PlainPageInput): {
  html: string
  policy: string
} {
  const { card, onCard } = deriveDocumentBrand({ name, color, logo: null })
  const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:1.5rem;box-sizing:border-box;font:1rem/1.5 system-ui,sans-serif}
main{display:grid;gap:1rem;max-width:32rem}
h1{margin:0;font-size:1.75rem;line-height:1.2}
p{margin:0}
svg{width:3rem;height:3rem;color:${card}}
a,button{display:inline-block;padding:.75rem 1.25rem;border:0;border-radius:10px;background:${card};color:${onCard};font:inherit;text-decoration:none;font-weight:500;cursor:pointer}
a.second{padding:0;background:none;color:inherit;text-decoration:underline}
a:focus-visible,button:focus-visible{outline:2px solid;outline-offset:3px}`
  const html = `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${escapeHtml(title)} · ${escapeHtml(name)}</title><style>${style}</style></head>
<body><main>
<svg viewBox="0 0 28 28" fill="currentColor" fill-rule="evenodd" aria-hidden="true"><path d="M7 0h14a7 7 0 0 1 7 7v14a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7V7a7 7 0 0 1 7-7zM5 22h18v-10h-4.5V7H14v5H9.5v5H5z"/></svg>
<h1>${escapeHtml(title)}</h1>
${main}
</main></body></html>
`
  const digest = createHash('sha256').update(style).digest('base64')
  return {
    html,
    policy: [
      "default-src 'none'",
      `style-src 'sha256-${digest}'`,
      ...(allows ? [`script-src 'sha256-${allows.script}'`] : []),
      "base-uri 'none'",
      `form-action ${allows?.formAction ?? "'none'"}`,
      "frame-ancestors 'none'",
    ].join('; '),
  }
}
