import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#domains/operator/settings.ts'
import { Refused } from '#kit/refusal.ts'
import type { Context } from './context.ts'
import { isForPrograms, isUnder } from './program-paths.ts'

export const bypassCookie = 'maintenance_bypass'

const openPaths = [
  '/livez',
  '/readyz',
  '/assets',
  '/icons',
  '/manifest.webmanifest',
  '/service-worker.js',
  '/operator',
  '/api/v1/operator',
]
const usualWaitSeconds = 600

type Asked = {
  method: string
  /** Without base path and query. */
  path: string
  /** What the cookie holds. */
  bypass: string | undefined
  maintenance: Pick<Settings['maintenance'], 'active' | 'bypassSecret'>
}

/**
 * What becomes of a request: while the retailer works on the portal, pages lead to the root, and the root and all calls are
 * refused with 503, which the root says as a page. Probes, files of the portal and the operator's own area stay open, and
 * everything does for whoever has the secret.
 */
export function decideMaintenance({ method, path, bypass, maintenance }: Asked): 'pass' | 'goToRoot' | 'refuse' {
  if (!maintenance.active || openPaths.some((open) => isUnder(path, open))) return 'pass'
  if (isSecret(bypass, maintenance.bypassSecret)) return 'pass'
  const isPage = (method === 'GET' || method === 'HEAD') && !isForPrograms(path)
  return isPage && path !== '/' ? 'goToRoot' : 'refuse'
}

/** In how many seconds asking again makes sense: at the announced end, or in ten minutes where none lies ahead. */
export function secondsToWait(end: string | null, now: Date): number {
  const left = end === null ? 0 : Math.ceil((Date.parse(end) - now.getTime()) / 1000)
  return left > 0 ? left : usualWaitSeconds
}

/** Closes a server while maintenance.active is on. */
export function closeForMaintenance(app: FastifyInstance, { config, settings, clock }: Context) {
  app.addHook('onRequest', (request, reply, done) => {
    const { maintenance } = settings.now()
    const path = request.url.slice(config.basePath.length).split('?')[0] || '/'
    const { method, cookies } = request
    const decision = decideMaintenance({ method, path, bypass: cookies[bypassCookie], maintenance })
    if (decision === 'pass') return done()
    if (decision === 'goToRoot') {
      reply.header('cache-control', 'no-store').redirect(`${config.basePath}/`, 302)
      return
    }
    // As a header of its own, because it also stands on the page that says so.
    reply.header('retry-after', secondsToWait(maintenance.end, clock()))
    const { start, end } = maintenance
    throw new Refused('maintenance', 503, { extra: { maintenance: { start, end } } })
  })
}

// Digests have one length, so that the time of the comparison tells nothing about the secret.
function isSecret(given: string | undefined, secret: string): boolean {
  return secret !== '' && given !== undefined && timingSafeEqual(digest(given), digest(secret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
