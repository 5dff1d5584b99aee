import type { Locale } from '#kit/locale.ts'
import type { PageOrder, RenderedPage } from '../rendering.ts'
import { ownAddress } from './own-address.ts'
import { localAddress } from './paths.ts'
import { movedTo } from './redirects.ts'
import { renderProgram } from './render-program.tsx'
import { makeRouter } from './router.tsx'
import { withReadDates } from './typed-dates.ts'

export { operatorArea } from '../operator/rendering.ts'
export { withKnownReturn } from './known-return.ts'
export { pages } from './pages.ts'
export { localesOfPath, toKey as keyOf } from './paths.ts'

/** Renders a page of the customers' portal with its data. */
export function renderPage(order: PageOrder): Promise<RenderedPage> {
  return renderProgram(makeRouter, order)
}

/** Where a path that has moved, is written differently or has dates as they were typed leads, in a language; null for the others. */
export function redirectOf(pathAndQuery: string, locale: Locale): string | null {
  const key = movedTo(pathAndQuery)
  const address = withReadDates(key ?? pathAndQuery) ?? key
  return address && addressIn(address, locale)
}

/** A path of the portal with its query as a language writes it; the first page instead of what is no path of the portal. */
export function addressIn(pathAndQuery: string, locale: Locale): string {
  return localAddress(ownAddress(pathAndQuery) ?? '/', locale)
}
