/** What a provider's own script and frames need of the policy of the page in which they stand. */
export type ProviderSources = { script: readonly string[]; connect: readonly string[]; frame: readonly string[] }

const sources: Readonly<Record<string, ProviderSources>> = {
  // As Stripe publishes it (https://docs.stripe.com/security/guide#content-security-policy). Its script must come from
  // there and changes without notice, so that it cannot carry a digest.
  stripe: {
    script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    connect: ['https://api.stripe.com'],
    frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  },
}

/** The sources of a provider whose card fields stand in our pages; undefined where it needs none of anybody else. */
export function sourcesOf(platform: string): ProviderSources | undefined {
  return sources[platform]
}
