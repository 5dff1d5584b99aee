import { randomBytes, randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '#kit/refusal.ts'
import type { Config } from './config.ts'
import { answerError, localeOfReply } from './errors.ts'
import { lastResortPage } from './last-resort-page.ts'
import { isForPrograms } from './program-paths.ts'
import { securityHeaders } from './security-headers.ts'
import { refusalText } from './texts.ts'

/** The framework's own settings for what never reaches a route. */
export function brokenRequestOptions({ basePath }: Pick<Config, 'basePath'>) {
  return {
    // Whoever names no host is answered like everybody else who asks wrongly, with our headers.
    http: { requireHostHeader: false },
    frameworkErrors: (_: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      answerUnreadableAddress(request, reply, basePath),
    clientErrorHandler: (error: Error & { code?: string }, socket: Duplex) =>
      answerRawly(socket, problemOf(error.code)),
  }
}

/** Refuses requests that name another server or none, before any route looks at them. */
export function refuseBrokenRequests(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    // The whole address of a page is what a proxy is asked with, which this server is not.
    if (!request.raw.url!.startsWith('/')) answerError(new Refused('address_invalid', 400), request, reply)
    else if (!namesOneHost(request.raw)) answerError(new Refused('request_broken', 400), request, reply)
    else done()
  })
  app.server.on('connect', (_: IncomingMessage, socket: Duplex) =>
    answerRawly(socket, { status: 405, code: 'method_not_allowed' }),
  )
  app.server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = rawReply('request_broken')
    response.writeHead(417, { ...headers, connection: 'close' }).end(body)
  })
}

const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Whether a request names one host, in the form of one; those of HTTP/1.0 need not. */
function namesOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const names = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length
  if (names > 1 || (headers.host && !hostForm.test(headers.host))) return false
  return Boolean(headers.host ?? headers[':authority']) || httpVersion === '1.0'
}

/** An address such as `/%zz`, or with a part that is too long: to a program it is refused, to a visitor it leads nowhere. */
function answerUnreadableAddress(request: FastifyRequest, reply: FastifyReply, basePath: string) {
  reply.headers(securityHeaders).header('x-request-id', request.id)
  const path = request.raw.url!.slice(basePath.length)
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isForPrograms(path.split('?')[0]!)
  if (!isPage) return answerError(new Refused('address_invalid', 400), request, reply)
  const nonce = randomBytes(16).toString('base64')
  const problem = { status: 404, code: 'not_found', requestId: request.id } as const
  return reply
    .code(404)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policyOf(nonce) })
    .type('text/html; charset=utf-8')
    .send(lastResortPage({ problem, locale: localeOfReply(request), nonce, address: `${basePath}/` }))
}

function policyOf(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

type RawProblem = { status: number; code: string }

// What the parser of HTTP gives up on, by its own codes.
function problemOf(code = ''): RawProblem {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, code: 'headers_too_large' }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return { status: 413, code: 'too_large' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, code: 'request_broken' }
  return { status: 400, code: 'request_broken' }
}

/** Answers on a connection on which no request could be read, and ends it. */
function answerRawly(socket: Duplex, { status, code }: RawProblem) {
  if (socket.destroyed || !socket.writable) return
  const { headers, body } = rawReply(code)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}

// Who asks could not be read, nor their language.
function rawReply(code: string) {
  const requestId = randomUUID()
  const error = { code, message: refusalText('es', code) }
  const body = JSON.stringify({ error, message: code, request_id: requestId })
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
  }
  return { headers, body }
}
