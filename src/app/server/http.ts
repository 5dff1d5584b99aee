import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { operatorCookie, tokenCookie } from '#domains/session/server/actors.ts'
import { areTiedToHost, cookiesByName } from '#domains/session/server/cookies.ts'
import type { Call } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { happening } from '#kit/server/happening.ts'
import { checkJsonLimits, requestJsonLimits } from '#kit/server/limited-json.ts'
import { isLoopbackHost } from '#kit/server/public-address.ts'
import { brokenRequestOptions, refuseBrokenRequests } from './broken-requests.ts'
import type { Config } from './config.ts'
import { answerError } from './errors.ts'
import { isPlainCookie } from './plain-cookies.ts'
import { securityHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call
    /** For routes that others than our pages post to, with a proof of their own: a signature, a secret. */
    isWebhook?: boolean
  }
}

/** A visitor's request has been answered; what a page asks within while it is drawn is none. */
export const requestAnswered = happening<{ request: FastifyRequest; reply: FastifyReply }>('request')

const bodyLimitBytes = 1_000_000
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The HTTP server with what holds for every answer: ids, logs without personal data, headers, the shape of errors. */
export async function makeHttp(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.logLevel, serializers: { req: describeRequest, res: describeReply } },
    genReqId: (request) => idFromProxy(request, config) ?? randomUUID(),
    bodyLimit: bodyLimitBytes,
    allowErrorHandlerOverride: true,
    // What is still asked while the server ends is still answered; balancers were told before.
    return503OnClosing: false,
    // Behind a proxy the visitor's address is what the proxies of our own network say.
    trustProxy: config.publicOrigin ? 'loopback, linklocal, uniquelocal' : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // One line per request, when it is done.
    logController: new LogController({ disableRequestLogging: true }),
    ...brokenRequestOptions(config),
  })
  app.setErrorHandler(answerError)
  limitJsonBodies(app)
  await app.register(cookie)
  nameCookies(app, config)
  await app.register(multipart)
  // Level 4 takes a few milliseconds for a page and is nearly as small as the slow ones.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1_024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id)
    done()
  })
  refuseBrokenRequests(app)
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({ req: request, res: reply, milliseconds: Math.round(reply.elapsedTime) }, 'answered')
    if (!request.isWithin) requestAnswered.tell({ request, reply })
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    refuseForeignWrites(request, config)
    done()
  })
  return app
}

/** Lets everything behind read the cookies of a request by our own names, and none that a neighbour of this host may have set. */
function nameCookies(app: FastifyInstance, config: Config) {
  const isTied = areTiedToHost(config)
  app.addHook('onRequest', (request, _reply, done) => {
    request.cookies = cookiesByName(request.cookies, { isTied, isPlain: isPlainCookie })
    done()
  })
}

/** Reads a body of JSON once it is known to be no deeper and to have no more members than anything here asks for. */
function limitJsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    checkJsonLimits(body, requestJsonLimits)
    parse(request, body, done)
  })
}

/**
 * Refuses a write that rides on the cookie from another site's page. Programs that send a Bearer token carry no cookie,
 * and webhooks are known by their signature.
 */
function refuseForeignWrites(request: FastifyRequest, config: Config) {
  if (safeMethods.has(request.method) || request.routeOptions.config.isWebhook) return
  const rides = [tokenCookie, operatorCookie].some((name) => request.cookies[name])
  if (!rides && !request.headers.origin) return
  const origin = request.headers.origin
  const fetchSite = request.headers['sec-fetch-site']
  if (fetchSite === 'same-origin' || (origin && origin === ownOrigin(request, config))) return
  throw new Refused('cross_site', 403)
}

/**
 * The address under which the browser sees us. What the Host header says is written by whoever asks, so in production it is
 * believed only where it names this machine.
 */
export function ownOrigin(request: FastifyRequest, { publicOrigin, isProduction, port }: Config): string {
  if (publicOrigin) return publicOrigin
  const { protocol, host, hostname } = request
  return isProduction && !isLoopbackHost(hostname) ? `http://localhost:${port}` : `${protocol}://${host}`
}

const ownNetworks = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv6')

/** Whether a request comes from a proxy of our own network, which may name it and say of which trace it is. */
export function isFromProxy({ socket }: Pick<IncomingMessage, 'socket'>, { publicOrigin }: Config): boolean {
  const { remoteAddress = '' } = socket
  return publicOrigin !== undefined && ownNetworks.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')
}

// Others could make two requests look like one in the logs.
function idFromProxy(request: Pick<IncomingMessage, 'socket' | 'headers'>, config: Config): string | undefined {
  const given = request.headers['x-request-id']
  if (typeof given !== 'string' || !/^[\w.-]{8,64}$/.test(given)) return undefined
  return isFromProxy(request, config) ? given : undefined
}

// The address of a request may carry a token or a name, so logs tell only which route it met.
function describeRequest(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? 'none' }
}

function describeReply(reply: { statusCode?: number }) {
  return { status: reply.statusCode }
}
