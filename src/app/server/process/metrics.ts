import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Gauge, Registry } from 'prom-client'
import type { DB } from '#db/tables.ts'
import { messageTried } from '#domains/messages/server/send-messages.ts'
import { paymentHeldBack } from '#domains/payments/server/limit-payment-attempt.ts'
import { paymentDeclined } from '#domains/payments/server/record-outcome.ts'
import { webhookTried } from '#domains/webhooks/server/deliver-event.ts'
import { jobRunFinished } from '#kit/server/polling-loop.ts'
import { requestAnswered } from '../http/http-server.ts'
import type { Context } from '../wiring/context.ts'
import { registerOutboundMetrics } from './outbound-metrics.ts'

/** How many seconds row counts are cached, so that frequent scrapes cost no more. */
const countCacheSeconds = 15
const latencySeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Metrics = { contentType: string; text(): Promise<string>; stop(): void }

/**
 * Creates the metrics of this program in Prometheus format. No label identifies anyone: routes are patterns, never
 * URLs.
 */
export async function createMetrics({ db, pool }: Pick<Context, 'db' | 'pool'>): Promise<Metrics> {
  // The library is loaded only if metrics are enabled.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry: Registry = new Registry()
  const registers = [registry]
  // Includes memory, garbage collection and event loop delay.
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'llum_http_request_duration_seconds',
    help: 'Requests by route, method and status, with the time until their answer was sent.',
    labelNames: ['route', 'method', 'status'],
    buckets: latencySeconds,
    registers,
  })
  const jobRuns = new Histogram({
    name: 'llum_job_turn_duration_seconds',
    help: 'Turns of jobs, by whether they had something to do, had not, or failed.',
    labelNames: ['job', 'outcome'],
    buckets: latencySeconds,
    registers,
  })
  const mails = new Counter({
    name: 'llum_mails_total',
    help: 'Tries to send a message: sent, to be tried again, or given up.',
    labelNames: ['outcome'],
    registers,
  })
  const webhooks = new Counter({
    name: 'llum_webhooks_total',
    help: 'Tries to tell an endpoint of an event: delivered, to be tried again, or given up.',
    labelNames: ['outcome'],
    registers,
  })
  const declined = new Counter({
    name: 'llum_payments_declined_total',
    help: 'Payments that were declined or broken off, by provider.',
    labelNames: ['platform'],
    registers,
  })
  const heldBack = new Counter({
    name: 'llum_payments_held_back_total',
    help: 'Tries at paying that were refused before the provider was asked, by what there were too many of.',
    labelNames: ['per'],
    registers,
  })
  new Gauge({
    name: 'llum_database_connections',
    help: 'Connections of the pool in use and idle, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const byState = (name: string, help: string, read: () => Promise<readonly StateCount[]>) =>
    new Gauge({ name, help, labelNames: ['state'], registers, collect: collectByState(read) })
  byState('llum_outbox_messages', 'Messages that wait to be sent: due, or for later.', () => countOutboxMessages(db))
  byState('llum_payments', 'Attempts at payment of the last day by state.', () => countPayments(db))
  byState('llum_curve_rows', 'Days of load curves that are kept, as the database estimates them.', () =>
    estimateCurveDays(db),
  )

  const unsubscribes = [
    requestAnswered.subscribe(({ request, reply }) => {
      const route = request.routeOptions.url ?? 'none'
      requests.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
    }),
    jobRunFinished.subscribe(({ job, outcome, seconds }) => jobRuns.observe({ job, outcome }, seconds)),
    messageTried.subscribe(({ outcome }) => mails.inc({ outcome })),
    paymentDeclined.subscribe(({ platform }) => declined.inc({ platform })),
    paymentHeldBack.subscribe(({ per }) => heldBack.inc({ per })),
    webhookTried.subscribe(({ outcome }) => webhooks.inc({ outcome })),
    ...registerOutboundMetrics(db, { Counter, Gauge }, registers),
  ]
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    stop() {
      for (const end of unsubscribes) end()
      registry.clear()
    },
  }
}

type StateCount = { state: string; count: number }

/**
 * Sets a gauge from a count that is refreshed periodically. While the database does not answer, only these metrics are
 * missing.
 */
function collectByState(read: () => Promise<readonly StateCount[]>) {
  let readAt = Number.NEGATIVE_INFINITY
  return async function collect(this: Gauge<'state'>) {
    if (performance.now() - readAt < countCacheSeconds * 1000) return
    readAt = performance.now()
    const counts = await read().catch(() => [])
    this.reset()
    for (const { state, count } of counts) this.set({ state }, Number(count))
  }
}

async function countOutboxMessages(db: Kysely<DB>): Promise<readonly StateCount[]> {
  const { rows } = await sql<{ due: number; later: number }>`
    select count(*) filter (where send_at <= now())::int as due, count(*) filter (where send_at > now())::int as later
    from outbox_message where sent_at is null and given_up_at is null`.execute(db)
  const [{ due, later } = { due: 0, later: 0 }] = rows
  return [
    { state: 'due', count: due },
    { state: 'later', count: later },
  ]
}

async function countPayments(db: Kysely<DB>): Promise<readonly StateCount[]> {
  const { rows } = await sql<StateCount>`
    select state, count(*)::int as count from payment_attempt
    where created_at > now() - interval '1 day' group by state`.execute(db)
  return rows
}

// Counting hundreds of millions of rows is too expensive; this is the planner's estimate.
async function estimateCurveDays(db: Kysely<DB>): Promise<readonly StateCount[]> {
  const { rows } = await sql<StateCount>`
    select 'kept' as state, greatest(reltuples, 0)::bigint as count from pg_class
    where oid = to_regclass('curve_day')`.execute(db)
  return rows
}
