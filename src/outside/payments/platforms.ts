/** The card providers that a retailer may offer, in display order. The sandbox serves only the demonstration. */
export const platformNames = ['stripe', 'redsys', 'sandbox'] as const
export type PlatformName = (typeof platformNames)[number]

/** The names by which providers are known in every language. */
const brands = { stripe: 'Stripe', redsys: 'Redsys' } as const satisfies Partial<Record<PlatformName, string>>
type BrandedPlatform = keyof typeof brands

/** Checks whether a system is a provider that is known by its own name. */
export function isBranded(system: string): system is BrandedPlatform {
  return Object.hasOwn(brands, system)
}

/** Returns the name by which a provider is known. */
export function brandOf(platform: BrandedPlatform): string {
  return brands[platform]
}
