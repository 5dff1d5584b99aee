import type { CookieChoice } from '#domains/consent/rules.ts'
import type { PublicSettings } from '#domains/retailer/settings.ts'
import about from '../../../../package.json' with { type: 'json' }
import type { Assets } from './page-assets.ts'

type ErrorReportsTagInput = {
  /** The reporting script, if it was built. */
  reporter: Assets['reporter']
  settings: Pick<PublicSettings, 'errorReporting'>
  /** What the visitor has agreed to, as far as they were asked. */
  cookies: Partial<CookieChoice> | null | undefined
  nonce: string
}

/**
 * Renders the tag that makes a page report its errors; empty unless the retailer configures it. A visit is only
 * recorded with consent to statistics.
 */
export function renderErrorReportsTag({ reporter, settings, cookies, nonce }: ErrorReportsTagInput): string {
  const { url, replaysOnErrorSampleRate, replaysSessionSampleRate } = settings.errorReporting
  if (!reporter || !url) return ''
  const sampleRate = (rate: number) => (cookies?.statistics ? rate : 0)
  const data = {
    dsn: url,
    release: about.version,
    'on-error': sampleRate(replaysOnErrorSampleRate),
    'on-session': sampleRate(replaysSessionSampleRate),
  }
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escapeAttribute(String(value))}"`)
  const imports = reporter.imports.map(
    ({ address, integrity }) => `<link rel="modulepreload" href="${address}" integrity="${integrity}">`,
  )
  const source = `src="${reporter.address}" integrity="${reporter.integrity}"`
  return `${imports.join('')}<script type="module" nonce="${nonce}" ${source} ${attributes.join(' ')}></script>`
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
