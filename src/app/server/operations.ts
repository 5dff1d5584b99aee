import Fastify from 'fastify'
import type { Context } from './context.ts'
import { makeMetrics } from './metrics.ts'

/**
 * Serves what those who run the program look at, on a port that visitors do not reach: whether it lives, whether requests
 * should come here, and its figures in the form of Prometheus.
 */
export async function serveOperations(
  context: Pick<Context, 'db' | 'pool' | 'readiness'>,
  { port, host }: { port: number; host: string },
): Promise<{ origin: string; close(): Promise<void> }> {
  const metrics = await makeMetrics(context)
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
