import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { createDeadlineError, currentDeadline } from './deadline.ts'
import { statementPreparer } from './prepared-statements.ts'
import { queryTimeoutMessage, statementRunnerOf } from './statement-runner.ts'

const waitersByPool = new WeakMap<pg.Pool, Set<{ since: number }>>()

/** Returns for how many milliseconds the longest waiting client has waited for a connection of the pool. */
export function maxWaitMilliseconds(pool: pg.Pool): number {
  const [first] = waitersByPool.get(pool) ?? []
  return first ? performance.now() - first.since : 0
}

/**
 * Wraps a pool so that its connections respect the caller's deadline: after it, no connection is handed out and the
 * running statement is cancelled. Also tracks how long clients wait for a connection.
 */
export function poolWithDeadlines(pool: pg.Pool): PostgresPool {
  const waiters = new Set<{ since: number }>()
  waitersByPool.set(pool, waiters)
  const cancel = createCanceller(pool)
  // All clients of the embedded database share one session, and with it the names of what is prepared.
  const prepare = isEmbedded(pool) ? undefined : statementPreparer()

  return {
    async connect() {
      const deadline = currentDeadline()
      if (deadline?.isOver) throw createDeadlineError()
      const waiter = { since: performance.now() }
      waiters.add(waiter)
      const client = (await pool.connect().finally(() => waiters.delete(waiter))) as PostgresPoolClient & pg.PoolClient
      const runner = statementRunnerOf(client, pool)
      const run = prepare?.(runner) ?? runner.query
      let isAborted = false
      let isUnresponsive = false
      const abort = () => {
        isAborted = true
        if (client.processID) cancel(client.processID)
      }
      deadline?.abortHandlers.add(abort)
      const query = async (statement: string, parameters: readonly unknown[]) => {
        if (isAborted && statement !== 'rollback') throw createDeadlineError()
        // Nothing more is sent to a server that has not answered; its machine may be gone.
        if (isUnresponsive) throw new Error(queryTimeoutMessage)
        try {
          return await run(statement, parameters)
        } catch (error) {
          isUnresponsive = (error as Error).message === queryTimeoutMessage
          // The driver's own stack ends at the socket.
          Error.captureStackTrace(error as Error)
          throw error
        }
      }
      return {
        processID: client.processID,
        query: query as unknown as PostgresPoolClient['query'],
        release(isDiscarded) {
          deadline?.abortHandlers.delete(abort)
          // Otherwise the cancellation could hit a later statement on the same connection.
          client.release(isDiscarded || isAborted || isUnresponsive)
        },
      }
    },
    options: pool.options,
    end: () => pool.end(),
  }
}

/**
 * Creates a function that cancels running statements over a separate connection, so that a full pool does not prevent
 * it.
 */
function createCanceller({ options }: Pick<pg.Pool, 'options'>): (processId: number) => void {
  const { connectionString, Client = pg.Client } = options as pg.PoolConfig & { Client?: typeof pg.Client }
  const pendingIds = new Set<number>()
  let isRunning = false

  async function cancelPending() {
    isRunning = true
    const client = new Client({ connectionString })
    // A statement that cannot be cancelled ends with its statement timeout.
    client.on('error', () => {})
    try {
      await client.connect()
      while (pendingIds.size) {
        const ids = [...pendingIds]
        pendingIds.clear()
        await client.query('select pg_cancel_backend(id) from unnest($1::int[]) as id', [ids])
      }
    } catch {
      pendingIds.clear()
    } finally {
      isRunning = false
      await client.end().catch(() => {})
    }
  }

  // It runs one statement at a time and cannot cancel it.
  if (isEmbedded({ options })) return () => {}
  return (processId) => {
    pendingIds.add(processId)
    if (!isRunning) void cancelPending()
  }
}

const isEmbedded = ({ options }: Pick<pg.Pool, 'options'>) => !options.connectionString
