import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { onRowsInserted } from './table-writes.ts'

/** A value in the database that a process follows. */
type WatchedValue = {
  /** Selects the value: one row with one column. */
  query: RawBuilder<unknown>
  /** Called with each value that was read, as text. */
  onValue(value: string | null): void
  /** Called when the values could not be read. */
  onFailure?(): void
}

/** Follows values in the database by one statement for all of them, so that an idle process asks little. */
export type DatabaseWatch = {
  everySeconds: number
  /** When the values are read next. */
  nextAt(): Date
  /** @returns a function that ends it. */
  follow(watched: WatchedValue): () => void
  /** Calls `wake` after this process has inserted rows into a table, once the transaction is committed. */
  onRowsInserted(table: string, wake: () => void): () => void
  stop(): void
}

type DatabaseWatchInput = {
  db: QueryExecutorProvider
  pool: pg.Pool
  log: { warn(details: object, message: string): void }
  everySeconds?: number
}

/**
 * Starts to follow values in the database. They are read every two seconds, which is how long a process takes to notice
 * what another one has written.
 */
export function startDatabaseWatch({ db, pool, log, everySeconds = 2 }: DatabaseWatchInput): DatabaseWatch {
  const watched = new Set<WatchedValue>()
  let nextAt = new Date()
  let timer: NodeJS.Timeout
  let isStopped = false

  async function readValues() {
    const followers = [...watched]
    if (followers.length === 0) return
    try {
      const { rows } = await valuesOf(followers).execute(db)
      for (const { position, value } of rows) if (watched.has(followers[position]!)) followers[position]!.onValue(value)
    } catch (error) {
      if (isStopped) return
      log.warn({ error: (error as Error).message }, 'the database cannot be watched')
      for (const follower of followers) follower.onFailure?.()
    }
  }

  function scheduleNext() {
    if (isStopped) return
    nextAt = new Date(Date.now() + everySeconds * 1_000)
    timer = setTimeout(() => void readValues().then(scheduleNext), everySeconds * 1_000)
    timer.unref()
  }

  scheduleNext()
  return {
    everySeconds,
    nextAt: () => nextAt,
    follow(value) {
      watched.add(value)
      return () => watched.delete(value)
    },
    onRowsInserted: (table, wake) => onRowsInserted(pool, table, wake),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

// A union, because a distributed database accepts no queries on several of its tables in a select list.
function valuesOf(followers: readonly WatchedValue[]) {
  const parts = followers.map(
    ({ query }, position) => sql`select ${sql.lit(position)} as position, (value.value)::text as value
      from (${query}) as value (value)`,
  )
  return sql<{ position: number; value: string | null }>`${sql.join(parts, sql` union all `)}`
}
