import { type Kysely, sql } from 'kysely'
import type { Gauge, Registry } from 'prom-client'
import type { DB } from '#db/tables.ts'
import type { Context } from '../wiring/context.ts'

/** How many seconds row counts are cached, so that frequent scrapes cost no more. */
const countCacheSeconds = 15

type MetricClasses = { Gauge: typeof Gauge }

/** Registers the connections of the pool, and the counts of rows by state. */
export function registerDatabaseMetrics(
  { db, pool }: Pick<Context, 'db' | 'pool'>,
  { Gauge }: MetricClasses,
  registers: Registry[],
) {
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
    select 'kept' as state, coalesce(sum(greatest(reltuples, 0)), 0)::bigint as count
    from pg_partition_tree(to_regclass('curve_day')) join pg_class on pg_class.oid = relid where isleaf`.execute(db)
  return rows
}
