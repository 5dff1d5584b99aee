import type { RenderingProgram } from '../rendering-program.ts'
import { renderProgram } from '../web/render-program.tsx'
import { operatorPaths } from './operator-paths.ts'
import { makeRouter } from './router.tsx'

/** What the server uses of the rendering program of the back office. */
export const operatorArea: RenderingProgram = {
  ...operatorPaths,
  renderPage: (request) => renderProgram(makeRouter, request),
}
