import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { operatorCookie, tokenCookie } from '#domains/session/server/sessions/actors.ts'
import { canUseHostPrefix, cookiesByName } from '#domains/session/server/sessions/cookies.ts'
import type { Call } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { eventChannel } from '#kit/server/event-channel.ts'
import { checkJsonLimits, requestJsonLimits } from '#kit/server/limited-json.ts'
import { isLoopbackHost, isOwnNetworkAddress } from '#kit/server/public-address.ts'
import type { Config } from '../process/config.ts'
import { sendErrorReply } from './error-replies.ts'
import { malformedRequestOptions, refuseMalformedRequests } from './malformed-requests.ts'
import { securityHeaders } from './security-headers.ts'
import { isUnprefixedCookie } from './unprefixed-cookies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call
    /** For routes that third parties post to with their own authentication: a signature, a secret. */
    isWebhook?: boolean
  }
}

/** Published when a visitor's request has been answered; not for internal calls while a page is rendered. */
export const requestAnswered = eventChannel<{ request: FastifyRequest; reply: FastifyReply }>('request')

const bodyLimitBytes = 1_000_000
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Creates the HTTP server with what applies to every answer: ids, logs without personal data, headers, the error
 * format.
 */
export async function createHttpServer(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.logLevel, serializers: { req: describeRequest, res: describeReply } },
    genReqId: (request) => proxyRequestId(request, config) ?? randomUUID(),
    bodyLimit: bodyLimitBytes,
    // On a busy machine, loading the code that renders pages exceeds the default of ten seconds.
    pluginTimeout: 120_000,
    allowErrorHandlerOverride: true,
    // Requests during shutdown are still answered; load balancers were notified before.
    return503OnClosing: false,
    // Behind a proxy, the visitor's address is what the proxies of the local network report.
    trustProxy: config.publicOrigin ? 'loopback, linklocal, uniquelocal' : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // One line per finished request.
    logController: new LogController({ disableRequestLogging: true }),
    ...malformedRequestOptions(config),
  })
  app.setErrorHandler(sendErrorReply)
  limitJsonBodies(app)
  await app.register(cookie)
  normalizeCookieNames(app, config)
  await app.register(multipart)
  // Level 4 takes a few milliseconds per page and compresses nearly as well as the slow levels.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1_024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id)
    done()
  })
  refuseMalformedRequests(app)
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({ req: request, res: reply, milliseconds: Math.round(reply.elapsedTime) }, 'answered')
    if (!request.isInternal) requestAnswered.publish({ request, reply })
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    refuseCrossSiteWrites(request, config)
    done()
  })
  return app
}

/** Lets all later code read cookies by their unprefixed names, and none that another site on this host may have set. */
function normalizeCookieNames(app: FastifyInstance, config: Config) {
  const isTied = canUseHostPrefix(config)
  app.addHook('onRequest', (request, _reply, done) => {
    request.cookies = cookiesByName(request.cookies, { hasHostPrefix: isTied, isUnprefixed: isUnprefixedCookie })
    done()
  })
}

/** Parses a JSON body after checking that it is no deeper and has no more members than any call here needs. */
function limitJsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    checkJsonLimits(body, requestJsonLimits)
    parse(request, body, done)
  })
}

/**
 * Refuses a write authenticated by the cookie from another site's page. Programs with a Bearer token send no cookie,
 * and webhooks are authenticated by their signature.
 */
function refuseCrossSiteWrites(request: FastifyRequest, config: Config) {
  if (safeMethods.has(request.method) || request.routeOptions.config.isWebhook) return
  const hasSessionCookie = [tokenCookie, operatorCookie].some((name) => request.cookies[name])
  if (!hasSessionCookie && !request.headers.origin) return
  const origin = request.headers.origin
  const fetchSite = request.headers['sec-fetch-site']
  if (fetchSite === 'same-origin' || (origin && origin === ownOrigin(request, config))) return
  throw new Refused('cross_site', 403)
}

/**
 * Returns the origin under which browsers reach this server. The Host header is client input, so in production it is
 * trusted only if it names this machine.
 */
export function ownOrigin(request: FastifyRequest, { publicOrigin, isProduction, port }: Config): string {
  if (publicOrigin) return publicOrigin
  const { protocol, host, hostname } = request
  return isProduction && !isLoopbackHost(hostname) ? `http://localhost:${port}` : `${protocol}://${host}`
}

/** Checks whether a request comes from a proxy of the local network, whose request id and trace id are trusted. */
export function isFromProxy({ socket }: Pick<IncomingMessage, 'socket'>, { publicOrigin }: Config): boolean {
  return publicOrigin !== undefined && isOwnNetworkAddress(socket.remoteAddress ?? '')
}

// Other clients could make two requests look like one in the logs.
function proxyRequestId(request: Pick<IncomingMessage, 'socket' | 'headers'>, config: Config): string | undefined {
  const requestId = request.headers['x-request-id']
  if (typeof requestId !== 'string' || !/^[\w.-]{8,64}$/.test(requestId)) return undefined
  return isFromProxy(request, config) ? requestId : undefined
}

// The URL of a request may contain a token or a name, so logs only contain its route.
function describeRequest(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? 'none' }
}

function describeReply(reply: { statusCode?: number }) {
  return { status: reply.statusCode }
}
