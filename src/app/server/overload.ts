import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type pg from 'pg'
import type { Settings } from '#domains/operator/settings.ts'
import { Refused } from '#kit/refusal.ts'
import { currentDeadline, withinDeadline } from '#kit/server/deadline.ts'
import { longestWaitMilliseconds } from '#kit/server/watched-pool.ts'
import type { Context } from './context.ts'
import { localeOfReply } from './errors.ts'
import { importanceOf, type Load, secondsToAnswer, secondsToStayAway } from './importance.ts'
import { lastResortPage } from './last-resort-page.ts'
import { networkAllowance } from './network-allowance.ts'
import { pagePolicy } from './page-policy.ts'
import { isForPrograms, isUnder } from './program-paths.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether a page that is drawn asks this in process; whoever asked for the page was let in already. */
    isWithin: boolean
  }
}

type Guarded = Pick<Context, 'config' | 'clock' | 'settings'> & {
  /** How busy this server is. */
  load: () => Load
  /** Whether answers may take as long as they like, as while the portal is built on the fly. */
  isPatient: boolean
}

/**
 * Keeps a server answering when more is asked than it can do: each request has its time, networks have their share of
 * calls, and under too much load what matters least is turned away first. Probes never are.
 */
export function guardAgainstOverload(app: FastifyInstance, { config, settings, load, isPatient, clock }: Guarded) {
  const allowance = networkAllowance({ perMinute: config.requestsPerMinute })
  const pathOf = (url: string) => url.slice(config.basePath.length).split('?')[0] || '/'

  app.addHook('onRoute', (route) => {
    const seconds = isPatient
      ? Number.POSITIVE_INFINITY
      : secondsToAnswer({ path: pathOf(route.url), call: route.config?.call })
    route.handler = inTime(route.handler, seconds)
  })

  app.decorateRequest('isWithin', false)
  app.addHook('onRequest', async (request, reply) => {
    if (currentDeadline()) {
      request.isWithin = true
      return
    }
    const path = pathOf(request.url)
    if (isUnder(path, '/api')) {
      const waitSeconds = allowance.take(request.ip, clock())
      if (waitSeconds) throw new Refused('too_many_attempts', 429, { retryAfterSeconds: waitSeconds })
    }
    const importance = importanceOf({ method: request.method, path, call: request.routeOptions.config.call })
    const stayAwaySeconds = importance ? secondsToStayAway(importance, load()) : 0
    if (!stayAwaySeconds) return
    if (isForPrograms(path) || request.method !== 'GET')
      throw new Refused('unavailable', 503, { retryAfterSeconds: stayAwaySeconds })
    return sendBusyPage(request, reply, {
      retryAfterSeconds: stayAwaySeconds,
      organization: settings.now().organization,
    })
  })
}

/** How busy this process is, from now on. */
export function measuredLoad(pool: pg.Pool): { now: () => Load; stop(): void } {
  const resolution = 20
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  let loopMilliseconds = 0
  const timer = setInterval(() => {
    loopMilliseconds = delay.count ? Math.max(0, delay.mean / 1e6 - resolution) : 0
    delay.reset()
  }, 1_000).unref()
  return {
    now: () => ({ loopMilliseconds, databaseMilliseconds: longestWaitMilliseconds(pool) }),
    stop() {
      clearInterval(timer)
      delay.disable()
    },
  }
}

function inTime(handler: RouteHandlerMethod, seconds: number): RouteHandlerMethod {
  return function (request, reply) {
    const limits = { seconds, isAnswered: () => reply.raw.headersSent }
    return withinDeadline(limits, async () => handler.call(this, request, reply))
  }
}

type BusyPageOptions = { retryAfterSeconds: number; organization: Settings['organization'] }

// Drawing the portal's own page of a problem is what the server has no time for.
function sendBusyPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { retryAfterSeconds, organization }: BusyPageOptions,
) {
  const nonce = randomBytes(16).toString('base64')
  const problem = { status: 503, code: 'unavailable', requestId: request.id } as const
  return reply
    .code(503)
    .headers({
      'retry-after': retryAfterSeconds,
      'cache-control': 'no-store',
      'content-security-policy': pagePolicy({ nonce, isDevelopment: false }),
    })
    .type('text/html; charset=utf-8')
    .send(
      lastResortPage({
        ...{ problem, nonce, organization, retryAfterSeconds },
        locale: localeOfReply(request),
        address: request.url,
      }),
    )
}
