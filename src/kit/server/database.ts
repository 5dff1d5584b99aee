import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { eventChannel } from './event-channel.ts'
import { poolWithDeadlines } from './pool-with-deadlines.ts'
import { clientConfigFor } from './primary-finder.ts'
import { transactionalPool } from './request-transaction.ts'
import { parseSafeInteger } from './safe-integer.ts'
import { limitAnswerTime } from './statement-runner.ts'
import { poolNoticingInserts } from './table-writes.ts'

/** A completed statement, with placeholders and never with their values. */
export type Statement = { text: string; milliseconds: number; isFailed: boolean }
export const statementDone = eventChannel<Statement>('statement')

/** Where PostgreSQL listens: a URL, which may name a primary with its replicas, or the folder of a local socket. */
export type DatabaseAddress = { url: string } | { host: string }

const types = { bigint: 20, bigintArray: 1016, date: 1082, interval: 1186, numeric: 1700 }
// Values that a JavaScript number or Date would distort stay text.
for (const oid of [types.date, types.interval, types.numeric]) pg.types.setTypeParser(oid, (text) => text)
// Ids, sizes and amounts of energy are numbers, whatever their width.
pg.types.setTypeParser(types.bigint, parseSafeInteger)
const parseTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(types.bigintArray)
pg.types.setTypeParser(types.bigintArray, (text) =>
  parseTexts(text).map((each) => (each === null ? null : parseSafeInteger(each))),
)

/** The server processes of the connections that the pools of this program have open. */
export const ownBackends: ReadonlySet<number> = new Set()

/**
 * Opens a connection pool. A statement may take 5 s and wait 1 s for a lock, so that one slow query does not hold up
 * the others; `statementSeconds` raises the limit for programs that work in bulk. A server that has not answered some
 * seconds later is considered gone, and the connection is closed. The embedded database is never gone, but accepts no
 * other client while one is in a transaction.
 */
export function openPool(
  address: DatabaseAddress,
  {
    connections = 8,
    statementSeconds = 5,
    answerSeconds = statementSeconds + 15,
  }: { connections?: number; statementSeconds?: number; answerSeconds?: number } = {},
): pg.Pool {
  const connectionOptions =
    'url' in address
      ? { ...clientConfigFor(address.url), connectionTimeoutMillis: 5_000 }
      : { host: address.host, user: 'postgres', database: 'postgres', connectionTimeoutMillis: 30_000 }
  const pool = new pg.Pool({
    ...connectionOptions,
    max: connections,
    idleTimeoutMillis: 30_000,
    options: `-c statement_timeout=${statementSeconds}s -c lock_timeout=1s -c TimeZone=UTC -c jit=off`,
  })
  if ('url' in address) limitAnswerTime(pool, answerSeconds * 1000)
  // A connection that breaks while idle is replaced by the pool; the next query reports it if the server is gone.
  pool.on('error', () => {})
  // A connection that breaks between two statements of a transaction fails the next statement, where the error is
  // handled.
  pool.on('connect', (client) => client.on('error', () => {}))
  trackBackends(pool, ownBackends as Set<number>)
  return pool
}

function trackBackends(pool: pg.Pool, backends: Set<number>) {
  type Backend = pg.PoolClient & { processID?: number }
  pool.on('connect', ({ processID }: Backend) => void (processID && backends.add(processID)))
  pool.on('remove', ({ processID }: Backend) => void (processID && backends.delete(processID)))
}

/** Creates typed SQL over a pool. Its statements are subject to the current deadline. */
export function createKysely<Tables>(pool: pg.Pool): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool: transactionalPool(poolNoticingInserts(poolWithDeadlines(pool), pool)) })
  // Subscribers must exist before any statement runs, so that without subscribers there is no overhead.
  if (!statementDone.hasSubscribers()) return new Kysely<Tables>({ dialect })
  return new Kysely<Tables>({
    dialect,
    log: ({ level, query, queryDurationMillis }) =>
      statementDone.publish({ text: query.sql, milliseconds: queryDurationMillis, isFailed: level === 'error' }),
  })
}

/** Runs `act` atomically: in the transaction that is open, or in one of its own. */
export function inTransaction<Tables, T>(
  db: Kysely<Tables>,
  work: (transaction: Kysely<Tables> | Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
