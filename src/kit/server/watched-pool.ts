import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { currentDeadline, pastDeadline } from './deadline.ts'

/** What the driver says when a statement has had no answer for longer than it may take. */
export const unanswered = 'Query read timeout'

const waitingSince = new WeakMap<pg.Pool, Set<{ since: number }>>()

/** For how long whoever waits longest has waited for a connection of the pool, in milliseconds. */
export function longestWaitMilliseconds(pool: pg.Pool): number {
  const [first] = waitingSince.get(pool) ?? []
  return first ? performance.now() - first.since : 0
}

/**
 * A pool whose connections know the deadline of whoever uses them: past it none is given, and the statement under way is
 * cancelled. It also knows how long others have waited.
 */
export function watchedPool(pool: pg.Pool): PostgresPool {
  const waiting = new Set<{ since: number }>()
  waitingSince.set(pool, waiting)
  const cancel = canceller(pool)

  return {
    async connect() {
      const deadline = currentDeadline()
      if (deadline?.isOver) throw pastDeadline()
      const waits = { since: performance.now() }
      waiting.add(waits)
      const client = (await pool.connect().finally(() => waiting.delete(waits))) as PostgresPoolClient & pg.PoolClient
      let isBrokenOff = false
      let isSilent = false
      const breakOff = () => {
        isBrokenOff = true
        if (client.processID) cancel(client.processID)
      }
      deadline?.breakOffs.add(breakOff)
      const query = async (statement: string, parameters: readonly unknown[]) => {
        if (isBrokenOff && statement !== 'rollback') throw pastDeadline()
        // Nothing more is said to a server that has not answered, whose machine may be gone without a word.
        if (isSilent) throw new Error(unanswered)
        try {
          return await client.query(statement, parameters as unknown[])
        } catch (error) {
          isSilent = (error as Error).message === unanswered
          throw error
        }
      }
      return {
        processID: client.processID,
        query: query as PostgresPoolClient['query'],
        release(isDiscarded) {
          deadline?.breakOffs.delete(breakOff)
          // Otherwise the cancellation might meet whatever is done next on the same connection.
          client.release(isDiscarded || isBrokenOff || isSilent)
        },
      }
    },
    options: pool.options,
    end: () => pool.end(),
  }
}

/** Cancels what connections are busy with, over one of its own, so that a full pool is no obstacle. */
function canceller({ options }: pg.Pool): (processId: number) => void {
  const { connectionString, Client = pg.Client } = options as pg.PoolConfig & { Client?: typeof pg.Client }
  const asked = new Set<number>()
  let isAtWork = false

  async function work() {
    isAtWork = true
    const client = new Client({ connectionString })
    // What cannot be cancelled ends by itself, by the time that a statement may take.
    client.on('error', () => {})
    try {
      await client.connect()
      while (asked.size) {
        const ids = [...asked]
        asked.clear()
        await client.query('select pg_cancel_backend(id) from unnest($1::int[]) as id', [ids])
      }
    } catch {
      asked.clear()
    } finally {
      isAtWork = false
      await client.end().catch(() => {})
    }
  }

  // The embedded database does one statement at a time and knows no way to break it off.
  if (!connectionString) return () => {}
  return (processId) => {
    asked.add(processId)
    if (!isAtWork) void work()
  }
}
