import { type Locale, locales } from '#vocabulary/locale.ts'
import { legalGroupName, legalPages } from '../../rules.ts'

/** The positions of an HTML block: areas of the portal, the legally required pages, and the retailer's own pages. */
export const blockPositions = ['Login', 'Signup', 'Header', 'Privacy', 'LegalNotice', 'Accessibility', 'Page'] as const
export type BlockPosition = (typeof blockPositions)[number]

export const maxHtmlLength = 200_000
/** Length in base64. A larger image would slow down the first page. */
export const maxImageLength = 600_000

const legalGroups = legalPages.flatMap((page) =>
  locales.map((locale) => ({ group: legalGroupName(page, locale), locale })),
)

/** Checks whether a position holds a legal text, which has its own block in each language. */
export function isLegalText(place: string): boolean {
  return place === 'Privacy' || place === 'LegalNotice' || place === 'Accessibility'
}

/** Returns the stored group name and locale of a position. Legal texts have the locale in the group name. */
export function toStoredPosition({ place, locale }: { place: BlockPosition; locale: Locale | null }) {
  return isLegalText(place) ? { group_name: `${place}-${locale}`, locale: null } : { group_name: place, locale }
}

/** Returns the position and locale from the stored group name. */
export function readStoredPosition({ group_name: group, locale }: { group_name: string; locale: string | null }): {
  place: string
  locale: Locale | null
} {
  const legal = legalGroups.find((each) => each.group === group)
  if (legal) return { place: group.slice(0, group.lastIndexOf('-')), locale: legal.locale }
  return { place: group, locale: locales.find((each) => each === locale) ?? null }
}
