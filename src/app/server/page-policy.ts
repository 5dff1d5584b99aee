import type { PublicSettings } from '#domains/operator/settings.ts'
import { sourcesOf } from '#domains/payments/provider-sources.ts'
import { parseDsn } from '#outside/error-reports/dsn.ts'

type Order = {
  nonce: string
  /** The development server speaks to its pages over a socket. */
  isDevelopment: boolean
  settings?: Pick<PublicSettings, 'brand' | 'errorReporting'>
  /** Addresses of scripts of others that the visitor has agreed to on this page. */
  widgets?: readonly string[]
  /** The card providers whose fields may stand on this page. */
  cardPlatforms?: readonly string[]
  /** Where browsers tell what was kept from loading. */
  reportTo?: string
}

/** The name under which a page knows where to report to. */
export const reportGroup = 'policy'

/** What a page may load and do: only what is ours, what carries the page's nonce, the retailer's logo from where it is, the
 * card provider where invoices are paid and, once agreed to, the programs of others that stand beside new contracts. */
export function pagePolicy({
  nonce,
  isDevelopment,
  settings,
  widgets = [],
  cardPlatforms = [],
  reportTo,
}: Order): string {
  const self = `'self' 'nonce-${nonce}'`
  const others = [...new Set(widgets.map((address) => new URL(address).origin))].map((origin) => ` ${origin}`).join('')
  const providers = cardPlatforms.flatMap((platform) => sourcesOf(platform) ?? [])
  const cards = (kind: 'script' | 'connect' | 'frame') =>
    providers
      .flatMap((each) => each[kind])
      .map((one) => ` ${one}`)
      .join('')
  const logoOrigin = settings?.brand.logoUrl ? new URL(settings.brand.logoUrl).origin : ''
  const reports = settings && parseDsn(settings.errorReporting.url)
  return [
    "default-src 'none'",
    `script-src ${self}${others}${cards('script')}`,
    `style-src ${self}${others}`,
    `img-src 'self' data: blob: ${logoOrigin}`.trimEnd() + others,
    `font-src 'self'${others}`,
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}${reports ? ` ${reports.origin}` : ''}${others}${cards('connect')}`,
    `frame-src 'self'${others}${cards('frame')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    ...(reportTo ? [`report-uri ${reportTo}`, `report-to ${reportGroup}`] : []),
  ].join('; ')
}
