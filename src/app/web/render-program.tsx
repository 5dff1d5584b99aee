import { createRequestHandler, getSsrStatus, RouterServer } from '@tanstack/react-router/ssr/server'
import type { ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { allowedVersions } from '#kit/boot.ts'
import { isAllowed } from '#kit/operator-role.ts'
import { makeSend } from '#kit/web/send.ts'
import { problemRouteId, type RenderedPage, type RenderRequest } from '../rendering-program.ts'
import type { createProgramRouter, Visit } from './program.tsx'

/** Renders a page of a program with its data. Errors on the way are returned, never an empty page with status 200. */
export async function renderProgram(
  makeRouter: (visit: Visit) => ReturnType<typeof createProgramRouter>,
  { request, boot, basePath, nonce, transport }: RenderRequest,
): Promise<RenderedPage> {
  const send = makeSend(transport, { versions: () => allowedVersions(boot) })
  const portal = { boot, messages: {}, send, basePath, listeners: new Set<() => void>() }
  let rendered: RenderedPage | undefined
  const handle = createRequestHandler({ request, createRouter: () => makeRouter({ portal, basePath, nonce }) })
  const response = await handle(async ({ router }) => {
    const { html, errors } = await toHtml(<RouterServer router={router} />, nonce, request.signal)
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
            routeIds: [...matches.map((match) => match.routeId), ...(status < 400 ? [] : [problemRouteId])],
          }
    return new Response(null, { status: 200 })
  })
  return rendered ?? { kind: 'redirect', status: response.status, address: response.headers.get('location') ?? '/' }
}

// Collected once everything is ready: rendering to a string would swallow errors and suspended parts.
async function toHtml(
  page: ReactNode,
  nonce: string,
  signal: AbortSignal,
): Promise<{ html: string; errors: unknown[] }> {
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
