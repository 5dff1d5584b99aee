import type { Registry } from 'prom-client'
import type { Context } from '../wiring/context.ts'
import { registerDatabaseMetrics } from './database-metrics.ts'
import { registerEventMetrics } from './event-metrics.ts'
import { registerOutboundMetrics } from './outbound-metrics.ts'

export type Metrics = { contentType: string; text(): Promise<string>; stop(): void }

/**
 * Creates the metrics of this program in Prometheus format. No label identifies anyone: routes are patterns, never
 * URLs.
 */
export async function createMetrics({ db, pool }: Pick<Context, 'db' | 'pool'>): Promise<Metrics> {
  // The library is loaded only if metrics are enabled.
  const library = await import('prom-client')
  const registry: Registry = new library.Registry()
  const registers = [registry]
  // Includes memory, garbage collection and event loop delay.
  library.collectDefaultMetrics({ register: registry })
  registerDatabaseMetrics({ db, pool }, library, registers)
  const unsubscribes = [...registerEventMetrics(library, registers), ...registerOutboundMetrics(db, library, registers)]
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    stop() {
      for (const end of unsubscribes) end()
      registry.clear()
    },
  }
}
