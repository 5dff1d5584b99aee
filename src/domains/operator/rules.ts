import { type Locale, locales } from '#kit/locale.ts'

/** The places of the portal that HTML of the retailer may stand in, by the group_name of its blocks. */
const blockGroups = ['Header', 'Login', 'Signup'] as const
export type BlockGroup = (typeof blockGroups)[number]

/** The places that a page may need HTML for, and whoever is on it. */
export function groupsFor({
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

/** The pages that the law asks for and the retailer writes. */
const legalGroups = { privacy: 'Privacy', 'legal-notice': 'LegalNotice', accessibility: 'Accessibility' } as const
export type LegalPage = keyof typeof legalGroups
export const legalPages = Object.keys(legalGroups) as LegalPage[]

/** Under which group_name the blocks of a legal page stand in a language: `Privacy-ca`. */
export function legalGroup(page: LegalPage, locale: Locale): string {
  return `${legalGroups[page]}-${locale}`
}

/** Whether blocks of this group_name are of a page that the law asks for. */
export function isLegalGroup(groupName: string): boolean {
  return legalPages.some((page) => locales.some((locale) => legalGroup(page, locale) === groupName))
}

/** The banners that the first page of a customer may have, by their codes: that of the page, and that of coupons. */
export function homeBannerCodes({ features, featureFlags }: BannerSettings): string[] {
  if (!features.enableServerElements) return []
  return showsCoupons({ features, featureFlags }) ? ['home', 'coupon'] : ['home']
}
type CouponSettings = { features: { showCoupons: boolean }; featureFlags: { coupons: { coupon: boolean } } }
type BannerSettings = CouponSettings & { features: { enableServerElements: boolean } }

/** Whether customers are told of coupons: where they are shown and their flag is on (specification, point 6). */
export function showsCoupons({ features, featureFlags }: CouponSettings): boolean {
  return features.showCoupons && featureFlags.coupons.coupon
}

/**
 * Whether invoices can be paid at a path, in key form: HTML of the retailer never stands there, so that nothing but the
 * portal asks for a card. All that is under the invoices counts, and so do the invoices of a contract.
 */
export function isPaymentPath(path: string): boolean {
  return path.split('/').some((part) => /^invoices(-|$)/.test(part))
}

const units = ['px', '%', 'rem', 'em', 'vh', 'vw']

/** A size of a block as a CSS length, a bare number in pixels, or null where it says nothing or nothing sensible. */
export function blockLength(size: string | null): string | null {
  const [, amount, unit] = /^(\d{1,4}(?:\.\d{1,3})?)\s*([a-z%]*)$/.exec(size?.trim().toLowerCase() ?? '') ?? []
  if (amount === undefined || Number(amount) === 0) return null
  if (unit === '') return `${amount}px`
  return units.some((known) => known === unit) ? amount + unit : null
}
