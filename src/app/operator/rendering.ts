import type { Rendering } from '../rendering.ts'
import { renderProgram } from '../web/render-program.tsx'
import { pages } from './pages.ts'
import { makeRouter } from './router.tsx'

/** What the server asks of the program of the operator's area, whose paths are the same in every language. */
export const operatorArea: Rendering = {
  renderPage: (order) => renderProgram(makeRouter, order),
  pages,
  localesOfPath: (_, offered) => [...offered],
  redirectOf: () => null,
  keyOf: (pathname) => pathname,
  withKnownReturn: (address) => address,
  addressIn: (pathAndQuery) => pathAndQuery,
}
