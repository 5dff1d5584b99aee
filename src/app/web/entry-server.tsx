import type { RenderedPage, RenderRequest } from '../rendering-program.ts'
import { renderProgram } from './render-program.tsx'
import { makeRouter } from './router.tsx'

export { operatorArea } from '../operator/operator-rendering.ts'
export * from './entry-paths.ts'

/** Renders a page of the customer portal with its data. */
export function renderPage(order: RenderRequest): Promise<RenderedPage> {
  return renderProgram(makeRouter, order)
}
