import type { ProgramPaths, ProgramTexts } from '../rendering-program.ts'
import { textsFileOf } from '../web/texts-file.ts'
import { pages } from './pages.ts'

/** The pages of the back office, whose paths are the same in every language. */
export const operatorPaths: ProgramPaths & ProgramTexts = {
  pages,
  localesOfPath: (_, offered) => [...offered],
  redirectOf: () => null,
  keyOf: (pathname) => pathname,
  dropUnknownReturn: (address) => address,
  textsFileOf,
  addressIn: (pathAndQuery) => pathAndQuery,
}
