import Fastify from 'fastify'
import type { Context } from '../wiring/context.ts'
import { createMetrics } from './metrics.ts'

/** Serves monitoring on a port that visitors cannot reach: liveness, readiness, and metrics in Prometheus format. */
export async function serveOperations(
  context: Pick<Context, 'db' | 'pool' | 'readiness'>,
  { port, host }: { port: number; host: string },
): Promise<{ origin: string; close(): Promise<void> }> {
  const metrics = await createMetrics(context)
  const app = Fastify({ logger: false })
  app.get('/livez', async () => ({ alive: true }))
  app.get('/readyz', async (_, reply) => {
    const ready = await context.readiness.isReady()
    return reply.code(ready ? 200 : 503).send({ ready })
  })
  app.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()))
  const origin = await app.listen({ port, host })
  return {
    origin,
    async close() {
      metrics.stop()
      await app.close()
    },
  }
}
