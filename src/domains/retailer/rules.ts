import { type Locale, locales } from '#vocabulary/locale.ts'

/** The places of the portal that can show the retailer's HTML, by the group_name of its blocks. */
const blockGroups = ['Header', 'Login', 'Signup'] as const
export type BlockGroup = (typeof blockGroups)[number]

/** Returns the places that a page may need HTML for, given who views it. */
export function blockGroupsFor({
  isSignedIn,
  settings,
}: {
  isSignedIn: boolean
  settings: { features: { enableServerElements: boolean }; header: { variant: 'logo' | 'serverElements' } }
}): BlockGroup[] {
  if (!settings.features.enableServerElements) return []
  return blockGroups.filter((group) =>
    group === 'Header' ? settings.header.variant === 'serverElements' : !isSignedIn,
  )
}

/** The pages that the law requires and the retailer writes. */
const legalGroups = { privacy: 'Privacy', 'legal-notice': 'LegalNotice', accessibility: 'Accessibility' } as const
export type LegalPage = keyof typeof legalGroups
export const legalPages = Object.keys(legalGroups) as LegalPage[]

/** Returns the group_name for the blocks of a legal page in a language: `Privacy-ca`. */
export function legalGroupName(page: LegalPage, locale: Locale): string {
  return `${legalGroups[page]}-${locale}`
}

/** Checks whether blocks with this group_name belong to a legally required page. */
export function isLegalGroup(groupName: string): boolean {
  return legalPages.some((page) => locales.some((locale) => legalGroupName(page, locale) === groupName))
}

/** Returns the codes of the banners that a customer's home page may show: that of the page, and that of coupons. */
export function homeBannerCodes({ features, featureFlags }: BannerSettings): string[] {
  if (!features.enableServerElements) return []
  return areCouponsShown({ features, featureFlags }) ? ['home', 'coupon'] : ['home']
}
type CouponSettings = { features: { showCoupons: boolean }; featureFlags: { coupons: { coupon: boolean } } }
type BannerSettings = CouponSettings & { features: { enableServerElements: boolean } }

/** Checks whether customers are shown coupons: the feature and its flag are both on (specification, point 6). */
export function areCouponsShown({ features, featureFlags }: CouponSettings): boolean {
  return features.showCoupons && featureFlags.coupons.coupon
}

/**
 * Checks whether invoices can be paid at a path, in key form. The retailer's HTML is never shown there, so that only
 * the portal asks for a card. Includes every path under the invoices, and the invoices of a contract.
 */
export function isPaymentPath(path: string): boolean {
  return path.split('/').some((part) => /^invoices(-|$)/.test(part))
}

const units = ['px', '%', 'rem', 'em', 'vh', 'vw']

/** Returns a block size as a CSS length; a bare number is in pixels. Null if it is empty or not a sensible length. */
export function parseBlockLength(size: string | null): string | null {
  const [, amount, unit] = /^(\d{1,4}(?:\.\d{1,3})?)\s*([a-z%]*)$/.exec(size?.trim().toLowerCase() ?? '') ?? []
  if (amount === undefined || Number(amount) === 0) return null
  if (unit === '') return `${amount}px`
  return units.some((known) => known === unit) ? amount + unit : null
}
