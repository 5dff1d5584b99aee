import type { PublicSettings } from '#domains/operator/settings.ts'

type Order = {
  nonce: string
  /** The development server speaks to its pages over a socket. */
  isDevelopment: boolean
  settings?: Pick<PublicSettings, 'brand'>
}

/** What a page may load and do: only what is ours, what carries the page's nonce, and the retailer's logo from where it is. */
export function pagePolicy({ nonce, isDevelopment, settings }: Order): string {
  const self = `'self' 'nonce-${nonce}'`
  const logoOrigin = settings?.brand.logoUrl ? new URL(settings.brand.logoUrl).origin : ''
  return [
    "default-src 'none'",
    `script-src ${self}`,
    `style-src ${self}`,
    `img-src 'self' data: blob: ${logoOrigin}`.trimEnd(),
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ')
}
