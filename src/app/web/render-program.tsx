import { createRequestHandler, getSsrStatus, RouterServer } from '@tanstack/react-router/ssr/server'
import type { ReactNode } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { allowedVersions } from '#kit/boot.ts'
import { isAllowed } from '#kit/operator-role.ts'
import type { Portal } from '#kit/web/portal.ts'
import { makeSend } from '#kit/web/send.ts'
import { problemRouteId, type RenderedPage, type RenderRequest } from '../rendering-program.ts'
import { writePageData } from './page-data.ts'
import type { createProgramRouter, Visit } from './program.tsx'
import { textsFileOf } from './texts-file.ts'

type MakeRouter = (visit: Visit) => ReturnType<typeof createProgramRouter>

/** Returns the HTML of a document, with the errors met on the way. */
type RenderHtml = (
  page: ReactNode,
  options: { nonce: string; signal: AbortSignal },
) => Promise<{ html: string; errors: unknown[] }>

/** Renders a page of a program with its data. Errors on the way are returned, never an empty page with status 200. */
export async function renderProgram(makeRouter: MakeRouter, request: RenderRequest): Promise<RenderedPage> {
  try {
    return await renderWith(renderAtOnce, makeRouter, request)
  } catch (error) {
    if (!(error instanceof IncompletePage)) throw error
    return renderWith(renderInParts, makeRouter, request)
  }
}

async function renderWith(
  renderHtml: RenderHtml,
  makeRouter: MakeRouter,
  { address, boot, basePath, nonce, transport }: RenderRequest,
): Promise<RenderedPage> {
  const request = new Request(address, { headers: { 'user-agent': 'server' } })
  const send = makeSend(transport, { versions: () => allowedVersions(boot) })
  const portal: Portal = { boot, messages: {}, send, basePath, listeners: new Set() }
  let rendered: RenderedPage | undefined
  const handle = createRequestHandler({ request, createRouter: () => makeRouter({ portal, basePath, nonce }) })
  const response = await handle(async ({ router }) => {
    const { html, errors } = await renderHtml(<RouterServer router={router} />, { nonce, signal: request.signal })
    const { matches } = router.state
    const failed = matches.find((match) => match.status === 'error')
    const isWithheld = matches.some(({ staticData: { roles } }) => roles && !isAllowed(boot.roles ?? [], roles))
    const status = boot.problem?.status ?? (isWithheld ? 403 : getSsrStatus(router))
    rendered =
      failed || errors.length
        ? { kind: 'failed', error: failed?.error ?? errors[0] }
        : {
            kind: 'page',
            status,
            html,
            data: await writePageData(portal),
            texts: basePath + (await textsFileOf(boot.locale, Object.keys(portal.messages))).path,
            routeIds: [...matches.map((match) => match.routeId), ...(status < 400 ? [] : [problemRouteId])],
          }
    return new Response(null, { status: 200 })
  })
  return rendered ?? { kind: 'redirect', status: response.status, address: response.headers.get('location') ?? '/' }
}

/** Thrown when a part of a page has failed or waits for something. */
class IncompletePage extends Error {}

const incompletePart = '<!--$!-->'

/**
 * Renders a page to a string, at a third of the cost of a stream. A part that fails or waits would be missing from it
 * without a word but for its mark.
 * @throws IncompletePage if any part is missing.
 */
async function renderAtOnce(page: ReactNode) {
  const html = renderCompletely(page)
  if (html.includes(incompletePart)) throw new IncompletePage()
  return { html, errors: [] }
}

function renderCompletely(page: ReactNode): string {
  try {
    return `<!DOCTYPE html>${renderToString(page)}`
  } catch {
    throw new IncompletePage()
  }
}

/** Renders a page to a stream, which waits for its parts and reports every error, and collects it. */
async function renderInParts(page: ReactNode, { nonce, signal }: Parameters<RenderHtml>[1]) {
  const errors: unknown[] = []
  const stream = await renderToReadableStream(page, {
    nonce,
    signal,
    // In one piece: larger parts would otherwise come last, hidden until a script moves them into place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void errors.push(error),
  })
  await stream.allReady
  return { html: await new Response(stream).text(), errors }
}
