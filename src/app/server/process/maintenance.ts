import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#domains/retailer/settings.ts'
import { Refused } from '#kit/refusal.ts'
import { isProgramPath, isUnder } from '../http/program-paths.ts'
import type { Context } from '../wiring/context.ts'

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
const defaultRetrySeconds = 600

type MaintenanceInput = {
  method: string
  /** Without base path and query. */
  path: string
  /** The value of the bypass cookie. */
  bypass: string | undefined
  maintenance: Pick<Settings['maintenance'], 'active' | 'bypassSecret'>
}

/**
 * Decides what happens to a request: during maintenance, pages redirect to the root, and the root and all calls are
 * refused with 503, the root with a page. Health checks, files of the portal and the back office stay open, and
 * everything is open to visitors with the secret.
 */
export function decideMaintenance({
  method,
  path,
  bypass,
  maintenance,
}: MaintenanceInput): 'pass' | 'redirectToRoot' | 'refuse' {
  if (!maintenance.active || openPaths.some((open) => isUnder(path, open))) return 'pass'
  if (matchesSecret(bypass, maintenance.bypassSecret)) return 'pass'
  const isPage = (method === 'GET' || method === 'HEAD') && !isProgramPath(path)
  return isPage && path !== '/' ? 'redirectToRoot' : 'refuse'
}

/** Returns the seconds until a retry makes sense: until the announced end, or ten minutes if none lies ahead. */
export function retryAfterMaintenanceSeconds(end: string | null, now: Date): number {
  const left = end === null ? 0 : Math.ceil((Date.parse(end) - now.getTime()) / 1000)
  return left > 0 ? left : defaultRetrySeconds
}

/** Refuses requests while maintenance.active is on. */
export function registerMaintenanceHook(app: FastifyInstance, { config, settings, clock }: Context) {
  app.addHook('onRequest', (request, reply, done) => {
    const { maintenance } = settings.now()
    const path = request.url.slice(config.basePath.length).split('?')[0] || '/'
    const { method, cookies } = request
    const decision = decideMaintenance({ method, path, bypass: cookies[bypassCookie], maintenance })
    if (decision === 'pass') return done()
    if (decision === 'redirectToRoot') {
      reply.header('cache-control', 'no-store').redirect(`${config.basePath}/`, 302)
      return
    }
    // A separate header, because the page that shows the notice has it too.
    reply.header('retry-after', retryAfterMaintenanceSeconds(maintenance.end, clock()))
    const { start, end } = maintenance
    throw new Refused('maintenance', 503, { extra: { maintenance: { start, end } } })
  })
}

// Digests have equal length, so that the duration of the comparison reveals nothing about the secret.
function matchesSecret(candidate: string | undefined, secret: string): boolean {
  return secret !== '' && candidate !== undefined && timingSafeEqual(digest(candidate), digest(secret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
