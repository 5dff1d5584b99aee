import { problemKindOf } from '#app/problem-kinds.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import type { Problem } from '#kit/boot.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { translator } from '../texts/texts.ts'

type ErrorPageInput = {
  problem: Problem
  locale: Locale
  nonce: string
  address: string
  /** The contact details, as far as known. */
  organization?: Pick<Settings['organization'], 'name' | 'phone' | 'schedule'>
  /** Seconds until the page reloads itself. */
  retryAfterSeconds?: number
}

type FallbackPageInput = {
  locale: Locale
  nonce: string
  /** The retailer's name, if known. */
  siteName?: string | undefined
  title: string
  /** HTML below the title. */
  main: string
  /** Identifies the request to support staff. */
  reference: string
}

/**
 * Renders the page of a problem as plain HTML, for when the portal itself cannot be rendered: it needs no data and no
 * script.
 */
export function renderFallbackErrorPage({
  problem,
  locale,
  nonce,
  address,
  organization,
  retryAfterSeconds,
}: ErrorPageInput): string {
  const t = translator(locale, 'app')
  const kind = problemKindOf(problem)
  const reloadNotice = retryAfterSeconds ? ` ${t('problems.byItself')}` : ''
  const script = retryAfterSeconds
    ? `<script nonce="${nonce}">setTimeout(() => location.reload(), ${Math.ceil(retryAfterSeconds) * 1000})</script>`
    : ''
  return renderFallbackPage({
    locale,
    nonce,
    siteName: organization?.name,
    title: t(`problems.${kind}.title`),
    main: `<p>${escapeHtml(t(`problems.${kind}.text`) + reloadNotice)}</p>
<p><a href="${escapeHtml(address)}">${escapeHtml(t('problems.ways.reload'))}</a></p>
${renderContactLine(t('problems.help'), organization)}${script}`,
    reference: `${t('problems.code', { code: problem.status })} · ${t('problems.reference', { reference: problem.requestId })}`,
  })
}

/** Returns a line of HTML with the telephone and its hours; empty if no telephone is known. */
export function renderContactLine(
  label: string,
  organization: Pick<Settings['organization'], 'phone' | 'schedule'> | undefined,
) {
  const { phone = '', schedule = '' } = organization ?? {}
  if (!phone) return ''
  const href = escapeHtml(`tel:${phone.replace(/[^+\d]/g, '')}`)
  const hours = schedule ? ` · <span>${escapeHtml(schedule)}</span>` : ''
  return `<p>${escapeHtml(label)} <a class="plain" href="${href}">${escapeHtml(phone)}</a>${hours}</p>`
}

/** Renders a self-contained page in plain HTML, in the visitor's light or dark colour scheme. */
export function renderFallbackPage({ locale, nonce, siteName, title, main, reference }: FallbackPageInput): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(siteName ? `${title} · ${siteName}` : title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<svg viewBox="0 0 240 84" width="240" height="84" aria-hidden="true"><path d="M1 82V56h78V32h20V8"/><path d="M99 8h40v24h40V8h40v24h20v50" stroke-dasharray="4 4"/></svg>
<h1>${escapeHtml(title)}</h1>
${main}
<p><small>${escapeHtml(siteName ? `${siteName} · ${reference}` : reference)}</small></p>
</main>
</body>
</html>`
}

const style = `
:root{color-scheme:light dark;background:light-dark(#f4f5f1,#0e1311);color:light-dark(#14201b,#eef1ee);font:1rem/1.5 system-ui,sans-serif}
body{margin:0;display:grid;place-items:center;min-height:100vh}
main{max-width:34rem;padding:2rem}
svg{max-width:100%;fill:none;stroke:currentColor;stroke-width:1.5}
h1{font-size:1.75rem;line-height:1.15}
a,button{display:inline-block;padding:.75rem 1.25rem;border:1.5px solid;border-radius:10px;background:none;color:inherit;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
a.plain{padding:0;border:0;text-decoration:underline}
span{display:inline-block}
small{overflow-wrap:anywhere}
:focus-visible{outline:2px solid;outline-offset:3px}`
