import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { beginsTransaction, endsTransaction } from './transaction-statements.ts'

type Listener = () => void

const listenersByPool = new WeakMap<pg.Pool, Map<string, Set<Listener>>>()

/**
 * Calls a listener when a statement of this process has inserted rows into a table and its transaction is committed.
 * Rows that other processes insert are not noticed.
 * @returns a function that ends it.
 */
export function onRowsInserted(pool: pg.Pool, table: string, listener: Listener): () => void {
  const byTable = listenersByPool.get(pool) ?? new Map<string, Set<Listener>>()
  listenersByPool.set(pool, byTable)
  const listeners = byTable.get(table) ?? new Set()
  byTable.set(table, listeners)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Wraps the connections of a pool so that committed insertions are noticed, for `onRowsInserted` of `pool`. */
export function poolNoticingInserts(inner: PostgresPool, pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      return noticeInserts(await inner.connect(), (tables) => {
        for (const table of tables) for (const listener of listenersByPool.get(pool)?.get(table) ?? []) listener()
      })
    },
    options: inner.options,
    end: () => inner.end(),
  }
}

function noticeInserts(client: PostgresPoolClient, publish: (tables: Iterable<string>) => void): PostgresPoolClient {
  let uncommitted: Set<string> | undefined

  async function query(statement: string, parameters: readonly unknown[]) {
    const result = await client.query(statement, [...parameters])
    if (beginsTransaction(statement)) uncommitted = new Set()
    else if (endsTransaction(statement)) {
      // A transaction in which a statement failed answers to `commit` that it was rolled back.
      if ((result.command as string) === 'COMMIT' && uncommitted) publish(uncommitted)
      uncommitted = undefined
    } else if (uncommitted) for (const table of insertedTables(statement)) uncommitted.add(table)
    else publish(insertedTables(statement))
    return result
  }

  return {
    processID: client.processID,
    query: ((statement: unknown, parameters: readonly unknown[]) =>
      typeof statement === 'string'
        ? query(statement, parameters)
        : client.query(statement as never)) as PostgresPoolClient['query'],
    release: (isDiscarded) => client.release(isDiscarded),
  }
}

// Statements with many rows name their table at the start.
const maxSearchedLength = 5_000

function insertedTables(statement: string): string[] {
  return [...statement.slice(0, maxSearchedLength).matchAll(/\binsert into "?(\w+)/gi)].map(([, table]) => table!)
}
