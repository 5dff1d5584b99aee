import type { Kysely } from 'kysely'
import type { Counter, Gauge, Registry } from 'prom-client'
import type { DB } from '#db/tables.ts'
import { measureReportBacklog } from '#domains/payments/server/reports/report-store.ts'
import { circuitChanged } from '#outside/circuit-breaker.ts'
import { outboundCallFinished } from '#outside/outbound-call.ts'

type MetricClasses = { Counter: typeof Counter; Gauge: typeof Gauge }

/**
 * Registers metrics of outbound requests and of payment provider reports. @returns a function that stops the counting.
 */
export function registerOutboundMetrics(
  db: Kysely<DB>,
  { Counter, Gauge }: MetricClasses,
  registers: Registry[],
): (() => void)[] {
  const calls = new Counter({
    name: 'llum_outside_calls_total',
    help: 'Questions to systems of others, by what came of them.',
    labelNames: ['system', 'outcome'],
    registers,
  })
  const circuits = new Gauge({
    name: 'llum_outside_circuit_open',
    help: 'Whether a system of others is not asked for a while, since it did not answer.',
    labelNames: ['system'],
    registers,
  })
  // Counted by partial indexes, which have few rows as long as all is well.
  const backlog = () => measureReportBacklog(db, new Date()).catch(() => null)
  new Gauge({
    name: 'llum_payment_reports',
    help: 'Reports of card providers that wait to be applied, and that were put aside.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counted = await backlog()
      this.reset()
      if (!counted) return
      this.set({ state: 'waiting' }, counted.waiting)
      this.set({ state: 'put_aside' }, counted.putAside)
    },
  })
  new Gauge({
    name: 'llum_payment_reports_oldest_seconds',
    help: 'How long the first report of a card provider has waited to be applied.',
    registers,
    async collect() {
      const counted = await backlog()
      if (counted) this.set(counted.oldestSeconds)
      else this.reset()
    },
  })
  return [
    outboundCallFinished.subscribe(({ system, failure }) => calls.inc({ system, outcome: failure ?? 'answered' })),
    circuitChanged.subscribe(({ system, openUntil }) => circuits.set({ system }, openUntil ? 1 : 0)),
  ]
}
