import { hash } from 'node:crypto'
import type { TransportRequest } from '#kit/web/send.ts'
import type { InternalResponse, TemplateRequest } from './page-template.ts'

type Transport = TemplateRequest['transport']

/** A call that a page has made, with a digest of its response. */
export type MadeCall = { request: TransportRequest; responseDigest: string }

/** Passes on the calls of a page, and returns them afterwards; null if they cannot be compared with a repetition. */
export function recordCalls(transport: Transport): { transport: Transport; calls(): MadeCall[] | null } {
  const calls: MadeCall[] = []
  let isRepeatable = true
  return {
    async transport(request) {
      if (request.method !== 'GET') isRepeatable = false
      try {
        const response = await transport(request)
        calls.push({ request, responseDigest: digestOf(response) })
        return response
      } catch (error) {
        isRepeatable = false
        throw error
      }
    },
    calls: () => (isRepeatable ? calls : null),
  }
}

/**
 * Makes calls again, all at once. `areSame` checks whether they are answered as before; `transport` uses their
 * responses for a page that has to be rendered because they are not.
 */
export function repeatCalls(
  calls: readonly MadeCall[],
  transport: Transport,
): { areSame(): Promise<boolean>; transport: Transport } {
  const responses = new Map(calls.map(({ request }) => [keyOf(request), transport(request)]))
  const isSame = async ({ request, responseDigest }: MadeCall) =>
    digestOf(await responses.get(keyOf(request))!) === responseDigest
  return {
    areSame: () =>
      Promise.all(calls.map(isSame)).then(
        (same) => same.every(Boolean),
        () => false,
      ),
    transport: (request) => responses.get(keyOf(request)) ?? transport(request),
  }
}

function keyOf({ method, path, headers, body }: TransportRequest): string {
  return JSON.stringify([method, path, headers, body])
}

function digestOf({ status, body }: InternalResponse): string {
  return `${status} ${hash('sha256', body, 'base64')}`
}
