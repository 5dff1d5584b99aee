import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { leadsInside, PrivateAddress, publicLookup } from './public-address.ts'

/** What asks an address of others, as the `fetch` of browsers does. */
export type Fetch = (address: string | URL, init?: RequestInit) => Promise<Response>

const longestAnswerBytes = 2_000_000
const withoutBody = new Set([204, 205, 304])

/**
 * Asks addresses that somebody has configured: public ones, unless others are allowed. The addresses that are looked up are
 * those that are connected to, redirects are not followed, and no more of an answer is read than any of these is long.
 */
export function outsideFetch({ allowsPrivate }: { allowsPrivate: boolean }): Fetch {
  return async (given, init = {}) => {
    const address = new URL(given)
    if (!allowsPrivate && leadsInside(address))
      throw new TypeError('fetch failed', { cause: new PrivateAddress(`${address.hostname} is not a public address`) })
    const request = new Request(address, { ...init, signal: null })
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const answer = await ask(address, { request, body, allowsPrivate, signal: init.signal ?? undefined })
    const { statusCode: status = 0, headers } = answer
    if (init.redirect === 'error' && status >= 300 && status < 400 && headers.location !== undefined) {
      answer.destroy()
      throw new TypeError('fetch failed', { cause: new Error('redirected') })
    }
    const content = await contentOf(answer, init.signal ?? undefined)
    return new Response(withoutBody.has(status) || request.method === 'HEAD' ? null : content, {
      status,
      headers: headersOf(answer),
    })
  }
}

type Asked = { request: Request; body: Buffer | undefined; allowsPrivate: boolean; signal: AbortSignal | undefined }

function ask(address: URL, { request, body, allowsPrivate, signal }: Asked): Promise<IncomingMessage> {
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
      ...(allowsPrivate ? {} : { lookup: publicLookup as never }),
    })
    sent.on('response', resolve)
    sent.on('error', (error) => reject(failed(error, signal)))
    sent.end(body)
  })
}

async function contentOf(answer: IncomingMessage, signal: AbortSignal | undefined): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > longestAnswerBytes) throw new Error('the answer is too long')
      pieces.push(piece)
    }
  } catch (error) {
    throw failed(error as Error, signal)
  }
  return Buffer.concat(pieces)
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}

function failed(error: Error, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause: error })
}
