import * as http from 'node:http'
import * as https from 'node:https'
import type { Readable } from 'node:stream'

/** A request to another server, its path below that server's address. */
export type UpstreamRequest = {
  method: string
  /** With query; written as it is to be read there. */
  path: string
  headers: Record<string, string>
  body?: string
}

export type UpstreamAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Readable }

/** The other server cannot be reached, or was and has not answered: then it may have done what it was asked. */
export class UpstreamFailure extends Error {
  readonly kind: 'unreachable' | 'unanswered'

  constructor(kind: 'unreachable' | 'unanswered', cause?: Error) {
    super(cause ? `${kind}: ${cause.message}` : kind, { cause })
    this.kind = kind
  }
}

/** Another server, as far as requests go there and answers come back. */
export type Upstream = {
  /** @throws UpstreamFailure */
  ask(request: UpstreamRequest): Promise<UpstreamAnswer>
  close(): void
}

type Deadlines = { connectSeconds?: number; answerSeconds?: number }

/**
 * The server at an address. It is given so long to take a connection, to begin its answer, and between two pieces of it;
 * where it sends us on to is not followed.
 */
export function upstreamAt(address: string, { connectSeconds = 3, answerSeconds = 10 }: Deadlines = {}): Upstream {
  const { protocol, hostname, port, pathname } = new URL(address)
  const { request: open, Agent } = protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  const root = pathname.replace(/\/+$/, '')
  const host = hostname.replace(/^\[|\]$/g, '')

  function ask(question: UpstreamRequest): Promise<UpstreamAnswer> {
    const { method, path, headers, body } = question
    return new Promise((resolve, reject) => {
      let isConnected = false
      const asked = open({ protocol, hostname: host, port, method, path: root + path, headers, agent })
      const noAnswer = () => asked.destroy(new UpstreamFailure('unanswered'))
      const answerTimer = setTimeout(noAnswer, answerSeconds * 1000)

      asked.on('socket', (socket) => {
        isConnected = !socket.connecting
        if (isConnected) return
        const noConnection = () => asked.destroy(new UpstreamFailure('unreachable'))
        const timer = setTimeout(noConnection, connectSeconds * 1000)
        socket.once('connect', () => {
          isConnected = true
        })
        for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer))
      })
      asked.on('response', (answer) => {
        clearTimeout(answerTimer)
        answer.setTimeout(answerSeconds * 1000, () => answer.destroy(new UpstreamFailure('unanswered')))
        resolve({ status: answer.statusCode!, headers: answer.headers, body: answer })
      })
      asked.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(answerTimer)
        // A connection that was kept may be closed over there at the moment at which it is used again.
        const wasClosed = asked.reusedSocket && error.code === 'ECONNRESET'
        if (wasClosed && method === 'GET') resolve(ask(question))
        else if (error instanceof UpstreamFailure) reject(error)
        else reject(new UpstreamFailure(isConnected ? 'unanswered' : 'unreachable', error))
      })
      asked.end(body)
    })
  }

  return {
    ask,
    close: () => agent.destroy(),
  }
}
