import type { Kysely } from 'kysely'
import type { Counter, Gauge, Registry } from 'prom-client'
import type { DB } from '#db/tables.ts'
import { reportBacklog } from '#domains/payments/server/report-store.ts'
import { outsideAsked } from '#outside/asked.ts'
import { circuitChanged } from '#outside/circuit-breaker.ts'

type Kinds = { Counter: typeof Counter; Gauge: typeof Gauge }

/** The figures of what is asked of others, and of what card providers report. @returns what ends the counting. */
export function outsideMetrics(db: Kysely<DB>, { Counter, Gauge }: Kinds, registers: Registry[]): (() => void)[] {
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
  // Counted by partial indexes, whose rows are few where nothing is wrong.
  const backlog = () => reportBacklog(db, new Date()).catch(() => null)
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
    outsideAsked.listen(({ system, failure }) => calls.inc({ system, outcome: failure ?? 'answered' })),
    circuitChanged.listen(({ system, openUntil }) => circuits.set({ system }, openUntil ? 1 : 0)),
  ]
}
