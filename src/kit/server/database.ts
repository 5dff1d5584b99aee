import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { happening } from './happening.ts'
import { joinedPool } from './one-transaction.ts'
import { clientOf } from './primary.ts'
import { watchedPool } from './watched-pool.ts'

/** A statement that has been answered: with placeholders, never with their values. */
export type Statement = { text: string; milliseconds: number; isFailed: boolean }
export const statementDone = happening<Statement>('statement')

/** Where a PostgreSQL listens: an address, which may name a primary with its replicas, or the folder of a local socket. */
export type DatabaseAddress = { url: string } | { host: string }

const types = { bigint: 20, date: 1082, interval: 1186, numeric: 1700 }
// What a JavaScript number or Date would distort stays text.
for (const oid of Object.values(types)) pg.types.setTypeParser(oid, (text) => text)

/**
 * Opens a pool of connections. A statement may take 5 s and wait 1 s for a lock, so that one slow query does not hold
 * the others up; `statementSeconds` raises it for programs that work in bulk. A server that has not answered some seconds
 * later is taken for gone, and the connection given up; the embedded one is never gone, but lets nobody in while somebody
 * is in a transaction.
 */
export function openPool(
  address: DatabaseAddress,
  {
    connections = 8,
    statementSeconds = 5,
    answerSeconds = statementSeconds + 15,
  }: { connections?: number; statementSeconds?: number; answerSeconds?: number } = {},
): pg.Pool {
  const where =
    'url' in address
      ? { ...clientOf(address.url), query_timeout: answerSeconds * 1000, connectionTimeoutMillis: 5_000 }
      : { host: address.host, user: 'postgres', database: 'postgres', connectionTimeoutMillis: 30_000 }
  const pool = new pg.Pool({
    ...where,
    max: connections,
    idleTimeoutMillis: 30_000,
    options: `-c statement_timeout=${statementSeconds}s -c lock_timeout=1s -c TimeZone=UTC -c jit=off`,
  })
  // A connection that breaks while idle is replaced by the pool; the next query reports it if the server is gone.
  pool.on('error', () => {})
  // One that breaks between two statements of a transaction fails the next of them, which is where it is dealt with.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Typed SQL over a pool, which ends with the deadline of whoever asks. */
export function queries<Tables>(pool: pg.Pool): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool: joinedPool(watchedPool(pool)) })
  // Whoever wants to know of statements listens before there are any, so that nobody else pays for it.
  if (!statementDone.isHeard()) return new Kysely<Tables>({ dialect })
  return new Kysely<Tables>({
    dialect,
    log: ({ level, query, queryDurationMillis }) =>
      statementDone.tell({ text: query.sql, milliseconds: queryDurationMillis, isFailed: level === 'error' }),
  })
}

/** Does all of `act` or nothing: in the transaction that is open, or in one of its own. */
export function inTransaction<Tables, T>(
  db: Kysely<Tables>,
  act: (transaction: Kysely<Tables> | Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.isTransaction ? act(db) : db.transaction().execute(act)
}
