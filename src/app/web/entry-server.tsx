import type { Locale } from '#kit/locale.ts'
import type { PageOrder, RenderedPage } from '../rendering.ts'
import { ownAddress } from './own-address.ts'
import { localAddress } from './paths.ts'
import { movedTo } from './redirects.ts'
import { renderProgram } from './render-program.tsx'
import { makeRouter } from './router.tsx'

export { operatorArea } from '../operator/rendering.ts'
export { withKnownReturn } from './known-return.ts'
export { pages } from './pages.ts'
export { localesOfPath, toKey as keyOf } from './paths.ts'

/** Renders a page of the customers' portal with its data. */
export function renderPage(order: PageOrder): Promise<RenderedPage> {
  return renderProgram(makeRouter, order)
}

/** Where a path that has moved or is written differently leads, in a language; null for the others. */
export function redirectOf(pathAndQuery: string, locale: Locale): string | null {
  const key = movedTo(pathAndQuery)
  return key === null ? null : addressIn(key, locale)
}

/** A path of the portal with its query as a language writes it; the first page instead of what is no path of the portal. */
export function addressIn(pathAndQuery: string, locale: Locale): string {
  return localAddress(ownAddress(pathAndQuery) ?? '/', locale)
}
