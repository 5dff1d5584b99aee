import type { Boot } from '#kit/boot.ts'
import type { Page } from '#kit/web/page.ts'
import type { TransportRequest, TransportResponse } from '#kit/web/send.ts'
import type { Locale } from '#vocabulary/locale.ts'

export type RenderRequest = {
  /** The URL of the page. */
  address: string
  boot: Boot
  basePath: string
  nonce: string
  /** Sends a call within the server. */
  transport: (request: TransportRequest) => Promise<TransportResponse>
}

/** The pseudo route id of an error page among its routes. */
export const problemRouteId = 'problem'

/** The attribute of a document that the server had no time to render, and that the browser renders from its data. */
export const frameAttribute = 'data-frame'

/** The id of the element in which a page contains its data. */
export const pageDataId = 'page-data'

/**
 * A rendered page with its data as JSON and the URL of its texts, a redirect with its URL, or the problem that kept the page
 * from being rendered; `routeIds` name the routes whose styles and scripts the page needs.
 */
export type RenderedPage =
  | { kind: 'page'; status: number; html: string; data: string; texts: string; routeIds: string[] }
  | { kind: 'redirect'; status: number; address: string }
  | { kind: 'failed'; error: unknown }

/** The two rendering programs: the portal and the back office. */
export type RenderingPrograms = RenderingProgram & { operatorArea: RenderingProgram }

/** The paths of the two programs, which the server knows without rendering anything. */
export type ProgramsPaths = ProgramPaths & ProgramTexts & { operatorPaths: ProgramPaths & ProgramTexts }

/** What the server uses of a rendering program. */
export type RenderingProgram = ProgramPaths &
  ProgramTexts & { renderPage(request: RenderRequest): Promise<RenderedPage> }

/** The texts of some namespaces as JSON, and the path of their file, without base path. */
export type TextsFile = { path: string; json: string }

/** The texts that pages load from files beside their documents. */
export type ProgramTexts = { textsFileOf(locale: Locale, namespaces: readonly string[]): Promise<TextsFile> }

/** The pages of a program and their paths, which are without base path. */
export type ProgramPaths = {
  pages: readonly Page[]
  localesOfPath(pathname: string, offered: readonly Locale[]): Locale[]
  /** Returns where a path that has moved or has another canonical form redirects, in a language; null for others. */
  redirectOf(pathAndQuery: string, locale: Locale): string | null
  /** Returns the key form of a path in any language. */
  keyOf(pathname: string): string
  /** Removes a redirectPath that leads to no page from the URL of a sign-in page. */
  dropUnknownReturn(address: string): string
  /**
   * Returns a path of the portal with its query as written in a language, or the first page for anything that is not
   * one.
   */
  addressIn(pathAndQuery: string, locale: Locale): string
}
