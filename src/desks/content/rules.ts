import { legalGroup, legalPages } from '#domains/operator/rules.ts'
import { type Locale, locales } from '#kit/locale.ts'

/** Where a block of HTML can stand: places of the portal, the pages that the law asks for, and the retailer's own pages. */
export const places = ['Login', 'Signup', 'Header', 'Privacy', 'LegalNotice', 'Accessibility', 'Page'] as const
export type Place = (typeof places)[number]

export const longestHtml = 200_000
/** In base64; what is larger would make the first page slow. */
export const longestImage = 600_000

const legalOf = legalPages.flatMap((page) => locales.map((locale) => ({ group: legalGroup(page, locale), locale })))

/** Whether a place has a text of its own in each language. */
export function isLegal(place: string): boolean {
  return place === 'Privacy' || place === 'LegalNotice' || place === 'Accessibility'
}

/** Where the table says that a block stands: the legal texts have their language in the name. */
export function storedPlace({ place, locale }: { place: Place; locale: Locale | null }) {
  return isLegal(place) ? { group_name: `${place}-${locale}`, locale: null } : { group_name: place, locale }
}

/** Where a block stands, from the table. */
export function placeOf({ group_name: group, locale }: { group_name: string; locale: string | null }): {
  place: string
  locale: Locale | null
} {
  const legal = legalOf.find((each) => each.group === group)
  if (legal) return { place: group.slice(0, group.lastIndexOf('-')), locale: legal.locale }
  return { place: group, locale: locales.find((each) => each === locale) ?? null }
}
