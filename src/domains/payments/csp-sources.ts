/** The sources that a provider's script and frames require in the content security policy of their page. */
export type CspSources = { script: readonly string[]; connect: readonly string[]; frame: readonly string[] }

const sources: Readonly<Record<string, CspSources>> = {
  // As published by Stripe (https://docs.stripe.com/security/guide#content-security-policy). Its script must be loaded
  // from there and changes without notice, so it cannot have an integrity digest.
  stripe: {
    script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    connect: ['https://api.stripe.com'],
    frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  },
}

/**
 * Returns the CSP sources of a provider whose card fields are embedded in our pages; undefined if it requires no
 * third-party sources.
 */
export function cspSourcesOf(platform: string): CspSources | undefined {
  return sources[platform]
}
