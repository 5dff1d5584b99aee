import type { FastifyInstance } from 'fastify'
import { Refused } from '#kit/refusal.ts'
import type { Readiness } from './readiness.ts'

/** Serves the health checks: whether the server is live, and whether it should receive requests. */
export function serveHealthChecks(app: FastifyInstance, readiness: Pick<Readiness, 'isReady'>) {
  app.get('/livez', async () => ({ alive: true }))
  app.get('/readyz', async () => {
    if (!(await readiness.isReady())) throw new Refused('not_ready', 503)
    return { ready: true }
  })
}
