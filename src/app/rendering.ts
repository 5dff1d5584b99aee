import type { Boot } from '#kit/boot.ts'
import type { Locale } from '#kit/locale.ts'
import type { Page } from '#kit/web/page.ts'
import type { Answered, SentRequest } from '#kit/web/send.ts'

export type PageOrder = {
  request: Request
  boot: Boot
  basePath: string
  nonce: string
  /** Makes a call inside the server. */
  transport: (request: SentRequest) => Promise<Answered>
}

/** Stands among the routes of a page that tells of a problem. */
export const problemRouteId = 'problem'

/**
 * A finished page, a redirect with its address, or what kept the page from being drawn; `routeIds` tell which styles and
 * scripts a page needs.
 */
export type RenderedPage =
  | { kind: 'page'; status: number; html: string; routeIds: string[] }
  | { kind: 'redirect'; status: number; address: string }
  | { kind: 'failed'; error: unknown }

/** The two programs that pages are rendered by. */
export type Renderings = Rendering & { operatorArea: Rendering }

/** What the server asks of a rendering program. Paths are without base path. */
export type Rendering = {
  renderPage(order: PageOrder): Promise<RenderedPage>
  pages: readonly Page[]
  localesOfPath(pathname: string, offered: readonly Locale[]): Locale[]
  /** Where a path that has moved or is written differently leads, in a language; null for the others. */
  redirectOf(pathAndQuery: string, locale: Locale): string | null
  /** A path in key form, in whatever language it is written. */
  keyOf(pathname: string): string
  /** The address of a log-in without a redirectPath that leads to no page. */
  withKnownReturn(address: string): string
  /** A path of the portal with its query as a language writes it; the first page instead of what is no path of the portal. */
  addressIn(pathAndQuery: string, locale: Locale): string
}
