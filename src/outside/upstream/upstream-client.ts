import * as http from 'node:http'
import * as https from 'node:https'
import type { Readable } from 'node:stream'

/** A request to an upstream server, with its path below that server's address. */
export type UpstreamRequest = {
  method: string
  /** With query; sent to the server exactly as written. */
  path: string
  headers: Record<string, string>
  body?: string
}

export type UpstreamAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Readable }

/**
 * The upstream server cannot be reached, or was reached and has not answered: in that case it may have carried out the
 * request.
 */
export class UpstreamError extends Error {
  readonly kind: 'unreachable' | 'unanswered'

  constructor(kind: 'unreachable' | 'unanswered', cause?: Error) {
    super(cause ? `${kind}: ${cause.message}` : kind, { cause })
    this.kind = kind
  }
}

/** An upstream server to which requests are forwarded. */
export type UpstreamClient = {
  /** @throws UpstreamError */
  send(request: UpstreamRequest): Promise<UpstreamAnswer>
  close(): void
}

type UpstreamTimeouts = { connectSeconds?: number; answerSeconds?: number }

/**
 * Creates a client for the server at an address. Timeouts apply to connecting, to the start of the response, and to the
 * pause between two chunks of it. Redirects are not followed.
 */
export function createUpstreamClient(
  address: string,
  { connectSeconds = 3, answerSeconds = 10 }: UpstreamTimeouts = {},
): UpstreamClient {
  const { protocol, hostname, port, pathname } = new URL(address)
  const { request: open, Agent } = protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  const root = pathname.replace(/\/+$/, '')
  const host = hostname.replace(/^\[|\]$/g, '')

  function send(upstreamRequest: UpstreamRequest): Promise<UpstreamAnswer> {
    const { method, path, headers, body } = upstreamRequest
    return new Promise((resolve, reject) => {
      let isConnected = false
      const clientRequest = open({ protocol, hostname: host, port, method, path: root + path, headers, agent })
      const noAnswer = () => clientRequest.destroy(new UpstreamError('unanswered'))
      const answerTimer = setTimeout(noAnswer, answerSeconds * 1000)

      clientRequest.on('socket', (socket) => {
        isConnected = !socket.connecting
        if (isConnected) return
        const noConnection = () => clientRequest.destroy(new UpstreamError('unreachable'))
        const timer = setTimeout(noConnection, connectSeconds * 1000)
        socket.once('connect', () => {
          isConnected = true
        })
        for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer))
      })
      clientRequest.on('response', (answer) => {
        clearTimeout(answerTimer)
        answer.setTimeout(answerSeconds * 1000, () => answer.destroy(new UpstreamError('unanswered')))
        resolve({ status: answer.statusCode!, headers: answer.headers, body: answer })
      })
      clientRequest.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(answerTimer)
        // A kept-alive connection may be closed by the server at the moment at which it is reused.
        const wasClosed = clientRequest.reusedSocket && error.code === 'ECONNRESET'
        if (wasClosed && method === 'GET') resolve(send(upstreamRequest))
        else if (error instanceof UpstreamError) reject(error)
        else reject(new UpstreamError(isConnected ? 'unanswered' : 'unreachable', error))
      })
      clientRequest.end(body)
    })
  }

  return {
    send,
    close: () => agent.destroy(),
  }
}
