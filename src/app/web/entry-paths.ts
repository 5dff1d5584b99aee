import type { Locale } from '#vocabulary/locale.ts'
import { parsePortalAddress } from '../../kit/portal-address.ts'
import { parseQueryDates } from './parse-query-dates.ts'
import { toLocalAddress } from './paths.ts'
import { redirectTargetOf } from './redirects.ts'

export { operatorPaths } from '../operator/operator-paths.ts'
export { dropUnknownReturn } from './drop-unknown-return.ts'
export { pages } from './pages.ts'
export { localesOfPath, toKey as keyOf } from './paths.ts'
export { textsFileOf } from './texts-file.ts'

/**
 * Returns where a path that has moved, has another canonical form, or contains dates as typed redirects, in a language;
 * null for others.
 */
export function redirectOf(pathAndQuery: string, locale: Locale): string | null {
  const key = redirectTargetOf(pathAndQuery)
  const address = parseQueryDates(key ?? pathAndQuery) ?? key
  return address && addressIn(address, locale)
}

/**
 * Returns a path of the portal with its query as written in a language, or the first page for anything that is not one.
 */
export function addressIn(pathAndQuery: string, locale: Locale): string {
  return toLocalAddress(parsePortalAddress(pathAndQuery) ?? '/', locale)
}
