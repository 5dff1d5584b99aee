import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isPrivateDestination, lookupPublicAddress, PrivateAddressError } from './public-address.ts'

/** Requests a URL, like the `fetch` of browsers. */
export type Fetch = (address: string | URL, init?: RequestInit) => Promise<Response>

const maxResponseBytes = 2_000_000
const statusesWithoutBody = new Set([204, 205, 304])

/**
 * Creates a fetch for configured URLs. Only public addresses are allowed, unless `allowsPrivate` is set. The addresses
 * that are checked are the ones connected to, redirects are not followed, and the reply is limited to 2 MB.
 */
export function createOutboundFetch({ allowsPrivate }: { allowsPrivate: boolean }): Fetch {
  return async (target, init = {}) => {
    const address = new URL(target)
    if (!allowsPrivate && isPrivateDestination(address))
      throw new TypeError('fetch failed', {
        cause: new PrivateAddressError(`${address.hostname} is not a public address`),
      })
    const request = new Request(address, { ...init, signal: null })
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const response = await sendRequest(address, { request, body, allowsPrivate, signal: init.signal ?? undefined })
    const { statusCode: status = 0, headers } = response
    if (init.redirect === 'error' && status >= 300 && status < 400 && headers.location !== undefined) {
      response.destroy()
      throw new TypeError('fetch failed', { cause: new Error('redirected') })
    }
    const content = await readBody(response, init.signal ?? undefined)
    return new Response(statusesWithoutBody.has(status) || request.method === 'HEAD' ? null : content, {
      status,
      headers: headersOf(response),
    })
  }
}

type FetchRequest = {
  request: Request
  body: Buffer | undefined
  allowsPrivate: boolean
  signal: AbortSignal | undefined
}

function sendRequest(address: URL, { request, body, allowsPrivate, signal }: FetchRequest): Promise<IncomingMessage> {
  const open = address.protocol === 'https:' ? https.request : http.request
  return new Promise((resolve, reject) => {
    const sent = open(address, {
      method: request.method,
      headers: {
        ...Object.fromEntries(request.headers),
        'accept-encoding': 'identity',
        ...(body ? { 'content-length': body.length } : {}),
      },
      agent: false,
      signal,
      ...(allowsPrivate ? {} : { lookup: lookupPublicAddress as never }),
    })
    sent.on('response', resolve)
    sent.on('error', (error) => reject(toFetchError(error, signal)))
    sent.end(body)
  })
}

async function readBody(response: IncomingMessage, signal: AbortSignal | undefined): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > maxResponseBytes) throw new Error('the answer is too long')
      pieces.push(piece)
    }
  } catch (error) {
    throw toFetchError(error as Error, signal)
  }
  return Buffer.concat(pieces)
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}

function toFetchError(error: Error, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause: error })
}
