import type { ProgramPaths } from '../rendering-program.ts'
import { pages } from './pages.ts'

/** The pages of the back office, whose paths are the same in every language. */
export const operatorPaths: ProgramPaths = {
  pages,
  localesOfPath: (_, offered) => [...offered],
  redirectOf: () => null,
  keyOf: (pathname) => pathname,
  dropUnknownReturn: (address) => address,
  addressIn: (pathAndQuery) => pathAndQuery,
}
