import { cspSourcesOf } from '#domains/payments/csp-sources.ts'
import type { PublicSettings } from '#domains/retailer/settings.ts'
import { parseDsn } from '#outside/error-reports/dsn.ts'

type PagePolicyInput = {
  nonce: string
  /** The development server talks to its pages over a WebSocket. */
  isDevelopment: boolean
  settings?: Pick<PublicSettings, 'brand' | 'errorReporting'>
  /** URLs of third-party scripts that the visitor has agreed to on this page. */
  widgets?: readonly string[]
  /** The payment platforms whose fields this page may contain. */
  cardPlatforms?: readonly string[]
  /** Where browsers report what the policy blocked. */
  reportTo?: string
}

/** The name of the reporting endpoint in the page's headers. */
export const reportGroup = 'policy'

/**
 * Builds the policy of what a page may load and do: only same-origin resources, scripts and styles with the page's
 * nonce, the retailer's logo from its host, the payment provider where invoices are paid and, with consent, third-party
 * scripts next to new contracts.
 */
export function buildPagePolicy({
  nonce,
  isDevelopment,
  settings,
  widgets = [],
  cardPlatforms = [],
  reportTo,
}: PagePolicyInput): string {
  const self = `'self' 'nonce-${nonce}'`
  const others = [...new Set(widgets.map((address) => new URL(address).origin))].map((origin) => ` ${origin}`).join('')
  const providers = cardPlatforms.flatMap((platform) => cspSourcesOf(platform) ?? [])
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
