import { randomBytes, randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '#kit/refusal.ts'
import { renderFallbackErrorPage } from '../pages/fallback-error-page.ts'
import type { Config } from '../process/config.ts'
import { refusalText } from '../texts/texts.ts'
import { replyLocaleOf, sendErrorReply } from './error-replies.ts'
import { isProgramPath } from './program-paths.ts'
import { securityHeaders } from './security-headers.ts'

/** Returns the framework options for requests that never reach a route. */
export function malformedRequestOptions({ basePath }: Pick<Config, 'basePath'>) {
  return {
    // A request without a host is answered like any other malformed one, with our headers.
    http: { requireHostHeader: false },
    frameworkErrors: (_: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      replyToUnreadableAddress(request, reply, basePath),
    clientErrorHandler: (error: Error & { code?: string }, socket: Duplex) =>
      writeRawReply(socket, problemOf(error.code)),
  }
}

/** Refuses requests that name another server or none, before any route. */
export function refuseMalformedRequests(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    // An absolute URL is a proxy request, and this server is no proxy.
    if (!request.raw.url!.startsWith('/')) sendErrorReply(new Refused('address_invalid', 400), request, reply)
    else if (!hasSingleHost(request.raw)) sendErrorReply(new Refused('request_broken', 400), request, reply)
    else done()
  })
  app.server.on('connect', (_: IncomingMessage, socket: Duplex) =>
    writeRawReply(socket, { status: 405, code: 'method_not_allowed' }),
  )
  app.server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = buildRawReply('request_broken')
    response.writeHead(417, { ...headers, connection: 'close' }).end(body)
  })
}

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Checks whether a request names a single well-formed host; HTTP/1.0 requests may omit it. */
function hasSingleHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const names = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (names > 1 || (headers.host && !hostPattern.test(headers.host))) return false
  return Boolean(headers.host ?? headers[':authority']) || httpVersion === '1.0'
}

/** Answers a URL such as `/%zz`, or with a part that is too long: programs get a refusal, visitors a not-found page. */
function replyToUnreadableAddress(request: FastifyRequest, reply: FastifyReply, basePath: string) {
  reply.headers(securityHeaders).header('x-request-id', request.id)
  const path = request.raw.url!.slice(basePath.length)
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isProgramPath(path.split('?')[0]!)
  if (!isPage) return sendErrorReply(new Refused('address_invalid', 400), request, reply)
  const nonce = randomBytes(16).toString('base64')
  const problem = { status: 404, code: 'not_found', requestId: request.id } as const
  return reply
    .code(404)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policyOf(nonce) })
    .type('text/html; charset=utf-8')
    .send(renderFallbackErrorPage({ problem, locale: replyLocaleOf(request), nonce, address: `${basePath}/` }))
}

function policyOf(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

type RawProblem = { status: number; code: string }

// Maps the error codes of the HTTP parser.
function problemOf(code = ''): RawProblem {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, code: 'headers_too_large' }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return { status: 413, code: 'too_large' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, code: 'request_broken' }
  return { status: 400, code: 'request_broken' }
}

/** Answers on a connection on which no request could be parsed, and closes it. */
function writeRawReply(socket: Duplex, { status, code }: RawProblem) {
  if (socket.destroyed || !socket.writable) return
  const { headers, body } = buildRawReply(code)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}

// The client's language could not be read either.
function buildRawReply(code: string) {
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
