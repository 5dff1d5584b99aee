import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '../running/programs.ts'
import { onDatabase } from './distributed-database.ts'
import type { Trial } from './trial.ts'
import type { Customers, FailedRequest } from './try-load.ts'

type Placement = { shardid: string; nodename: string; nodeport: number }

/** Moves the part of all tables that has a customer's rows to another node while customers work. */
export async function tryShardMove({ url, findings }: Trial, customers: Customers) {
  await pause(2_000)
  const [failuresBefore, answeredBefore] = [customers.failures.length, customers.answered]
  customers.slowest = 0
  const customerId = customers.ids[0]!
  const seconds = await onDatabase(url, async (pool) => {
    const from = await findPlacement(pool, customerId)
    const { rows } = await pool.query(
      `select nodename, nodeport from pg_dist_node where shouldhaveshards and nodeport <> $1 limit 1`,
      [from.nodeport],
    )
    const startedAt = performance.now()
    await pool.query(`select citus_move_shard_placement($1, $2, $3, $4, $5, 'force_logical')`, [
      ...[from.shardid, from.nodename, from.nodeport],
      ...[rows[0].nodename, rows[0].nodeport],
    ])
    const to = await findPlacement(pool, customerId)
    if (to.nodeport === from.nodeport) throw new Error('The part of the tables was not moved.')
    return (performance.now() - startedAt) / 1000
  })
  await pause(2_000)
  const failures = customers.failures.slice(failuresBefore)
  findings.report(
    'a part of the tables moves to another node while its customers work',
    failures.every(isToComeAgain),
    `${seconds.toFixed(1)} s; ${customers.answered - answeredBefore} requests answered, the slowest after ${Math.round(customers.slowest)} ms; ${describeFailures(failures)}`,
  )
  await checkNothingLost(url, customers, findings)
}

/** Ends a worker and brings it back while customers work. */
export async function tryWorkerLoss({ url, cluster, findings }: Trial, customers: Customers) {
  if (!cluster.local) {
    console.log('     A worker is ended only in a cluster of this machine.')
    return
  }
  const port = Number(new URL(cluster.workers[1]!).port)
  const ofWorker = new Set<number>()
  await onDatabase(url, async (pool) => {
    for (const id of customers.ids) if ((await findPlacement(pool, id)).nodeport === port) ofWorker.add(id)
  })
  const [failuresBefore, answeredBefore] = [customers.failures.length, customers.answered]
  cluster.local.killWorker(1)
  await pause(8_000)
  const answeredMeanwhile = customers.answered - answeredBefore
  cluster.local.startWorker(1)
  const seconds = await waitUntil('everybody is answered again', async () => {
    const before = customers.failures.length
    await pause(1_000)
    return customers.failures.length === before
  })
  const failures = customers.failures.slice(failuresBefore)
  findings.report(
    'without one of the workers the portal answers with 503 and Retry-After',
    failures.length > 0 && failures.every(isToComeAgain),
    describeFailures(failures),
  )
  const reads = failures.filter(({ customerId }) => !ofWorker.has(customerId)).length
  findings.report(
    'and answers the customers of the others',
    answeredMeanwhile > 0,
    `${answeredMeanwhile} requests in 8 s; ${ofWorker.size} of ${customers.ids.length} customers were on it, ${reads} requests of the others failed`,
  )
  findings.report('with the worker everybody is answered again', seconds < 30, `after ${seconds.toFixed(1)} s`)
  await customers.stop()
  await checkNothingLost(url, customers, findings)
}

function isToComeAgain({ status, hasRetryAfter }: FailedRequest): boolean {
  return status === 503 && hasRetryAfter
}

function describeFailures(failures: readonly FailedRequest[]): string {
  const strange = failures.find((failure) => !isToComeAgain(failure))
  return `${failures.length} told to come again${strange ? `, one answered ${strange.status} ${strange.text}` : ''}`
}

async function findPlacement(
  pool: { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> },
  customerId: number,
): Promise<Placement> {
  const { rows } = await pool.query(
    `select shardid, nodename, nodeport from citus_shards
     where table_name = 'address'::regclass and shardid = get_shard_id_for_distribution_column('address', $1::bigint)`,
    [customerId],
  )
  return rows[0] as Placement
}

async function checkNothingLost(url: string, customers: Customers, findings: Trial['findings']) {
  // Customers may go on meanwhile.
  const confirmed = [...customers.confirmed]
  const stored = await onDatabase(url, async (pool) => {
    const { rows } = await pool.query(
      `select details ->> 'email' as email from change_request where details ->> 'email' = any($1)`,
      [confirmed],
    )
    return rows.map(({ email }) => email as string)
  })
  findings.report(
    'everything that a customer was told is stored, and once',
    stored.length === confirmed.length && new Set(stored).size === stored.length && !customers.lost.length,
    `${confirmed.length} changes confirmed, ${stored.length} stored, ${customers.lost.length} never taken`,
  )
}
