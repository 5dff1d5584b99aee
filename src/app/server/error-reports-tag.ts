import type { CookieChoice } from '#domains/consent/rules.ts'
import type { PublicSettings } from '#domains/operator/settings.ts'
import about from '../../../package.json' with { type: 'json' }
import type { Assets } from './assets.ts'

type Order = {
  /** The script that reports, where there is a built one. */
  reporter: Assets['reporter']
  settings: Pick<PublicSettings, 'errorReporting'>
  /** What the visitor has agreed to, as far as they were asked. */
  cookies: Partial<CookieChoice> | null | undefined
  nonce: string
}

/** What makes a page report its errors; empty unless the retailer wants it. A visit is only recorded for who has agreed to statistics. */
export function errorReportsTag({ reporter, settings, cookies, nonce }: Order): string {
  const { url, replaysOnErrorSampleRate, replaysSessionSampleRate } = settings.errorReporting
  if (!reporter || !url) return ''
  const share = (rate: number) => (cookies?.statistics ? rate : 0)
  const data = {
    dsn: url,
    release: about.version,
    'on-error': share(replaysOnErrorSampleRate),
    'on-session': share(replaysSessionSampleRate),
  }
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escaped(String(value))}"`)
  const imports = reporter.imports.map(
    ({ address, integrity }) => `<link rel="modulepreload" href="${address}" integrity="${integrity}">`,
  )
  const source = `src="${reporter.address}" integrity="${reporter.integrity}"`
  return `${imports.join('')}<script type="module" nonce="${nonce}" ${source} ${attributes.join(' ')}></script>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
