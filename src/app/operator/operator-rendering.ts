import type { RenderingProgram } from '../rendering-program.ts'
import { renderProgram } from '../web/render-program.tsx'
import { pages } from './pages.ts'
import { makeRouter } from './router.tsx'

/** What the server uses of the rendering program of the back office, whose paths are the same in every language. */
export const operatorArea: RenderingProgram = {
  renderPage: (request) => renderProgram(makeRouter, request),
  pages,
  localesOfPath: (_, offered) => [...offered],
  redirectOf: () => null,
  keyOf: (pathname) => pathname,
  dropUnknownReturn: (address) => address,
  addressIn: (pathAndQuery) => pathAndQuery,
}
