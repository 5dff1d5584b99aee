import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type pg from 'pg'
import type { Settings } from '#domains/retailer/settings.ts'
import { Refused } from '#kit/refusal.ts'
import { currentDeadline, runWithDeadline } from '#kit/server/deadline.ts'
import { maxWaitMilliseconds } from '#kit/server/pool-with-deadlines.ts'
import { preloadHeader } from '#kit/web/send.ts'
import { renderFallbackErrorPage } from '../pages/fallback-error-page.ts'
import { buildPagePolicy } from '../pages/page-policy.ts'
import type { Context } from '../wiring/context.ts'
import { replyLocaleOf } from './error-replies.ts'
import { createNetworkRateLimit } from './network-rate-limit.ts'
import { isProgramPath, isUnder } from './program-paths.ts'
import { priorityOf, requestDeadlineSeconds, type ServerLoad, secondsUntilRetry } from './request-priority.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether this is an internal call of a page being rendered; the page request itself was already admitted. */
    isInternal: boolean
  }
}

type OverloadGuardDeps = Pick<Context, 'config' | 'clock' | 'settings'> & {
  /** Returns the load of this server. */
  load: () => ServerLoad
  /** Whether answers have no deadline, as while the portal is built on the fly. */
  hasNoDeadlines: boolean
}

/**
 * Keeps a server responsive under overload: each request has a deadline, networks have a limit of calls, and under too
 * much load the least important requests are shed first. Health checks never are.
 */
export function registerOverloadGuard(
  app: FastifyInstance,
  { config, settings, load, hasNoDeadlines, clock }: OverloadGuardDeps,
) {
  const rateLimit = createNetworkRateLimit({ perMinute: config.requestsPerMinute })
  const pathOf = (url: string) => url.slice(config.basePath.length).split('?')[0] || '/'

  app.addHook('onRoute', (route) => {
    const seconds = hasNoDeadlines
      ? Number.POSITIVE_INFINITY
      : requestDeadlineSeconds({ path: pathOf(route.url), call: route.config?.call })
    route.handler = withDeadline(route.handler, seconds)
  })

  app.decorateRequest('isInternal', false)
  app.addHook('onRequest', async (request, reply) => {
    if (currentDeadline()) {
      request.isInternal = true
      return
    }
    const path = pathOf(request.url)
    if (isUnder(path, '/api')) {
      const waitSeconds = rateLimit.consume(request.ip, clock())
      if (waitSeconds) throw new Refused('too_many_attempts', 429, { retryAfterSeconds: waitSeconds })
    }
    const isPreload = request.headers.purpose === preloadHeader.purpose
    const priority = priorityOf({ method: request.method, path, call: request.routeOptions.config.call, isPreload })
    const retryAfterSeconds = priority ? secondsUntilRetry(priority, load()) : 0
    if (!retryAfterSeconds) return
    if (isProgramPath(path) || request.method !== 'GET') throw new Refused('unavailable', 503, { retryAfterSeconds })
    return sendBusyPage(request, reply, {
      retryAfterSeconds,
      organization: settings.now().organization,
    })
  })
}

/** Measures the load of this process from now on. */
export function measureLoad(pool: pg.Pool): { now: () => ServerLoad; stop(): void } {
  const resolution = 20
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  let loopMilliseconds = 0
  const timer = setInterval(() => {
    loopMilliseconds = delay.count ? Math.max(0, delay.mean / 1e6 - resolution) : 0
    delay.reset()
  }, 1_000).unref()
  return {
    now: () => ({ loopMilliseconds, databaseMilliseconds: maxWaitMilliseconds(pool) }),
    stop() {
      clearInterval(timer)
      delay.disable()
    },
  }
}

function withDeadline(handler: RouteHandlerMethod, seconds: number): RouteHandlerMethod {
  return function (request, reply) {
    const limits = { seconds, isAnswered: () => reply.raw.headersSent }
    return runWithDeadline(limits, async () => handler.call(this, request, reply))
  }
}

type BusyPageInput = { retryAfterSeconds: number; organization: Settings['organization'] }

// Rendering the portal's own error page would take time that an overloaded server lacks.
function sendBusyPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { retryAfterSeconds, organization }: BusyPageInput,
) {
  const nonce = randomBytes(16).toString('base64')
  const problem = { status: 503, code: 'unavailable', requestId: request.id } as const
  return reply
    .code(503)
    .headers({
      'retry-after': retryAfterSeconds,
      'cache-control': 'no-store',
      'content-security-policy': buildPagePolicy({ nonce, isDevelopment: false }),
    })
    .type('text/html; charset=utf-8')
    .send(
      renderFallbackErrorPage({
        ...{ problem, nonce, organization, retryAfterSeconds },
        locale: replyLocaleOf(request),
        address: request.url,
      }),
    )
}
