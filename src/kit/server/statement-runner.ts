import type pg from 'pg'

/** The error message of a statement without an answer within its time limit. */
export const queryTimeoutMessage = 'Query read timeout'

/** Runs the statements of a connection; one with a name is prepared. */
export type StatementRunner = {
  query(statement: string | pg.QueryConfig, values?: readonly unknown[]): Promise<pg.QueryResult>
}

const limitsByPool = new WeakMap<pg.Pool, number>()
const runners = new WeakMap<pg.PoolClient, StatementRunner>()

/** Limits how long the connections of a pool wait for an answer: then the connection is closed, which fails its statements. */
export function limitAnswerTime(pool: pg.Pool, milliseconds: number) {
  limitsByPool.set(pool, milliseconds)
}

/**
 * Returns what runs the statements of a connection of a pool: by callback, and with one timer for all of them. With a promise
 * or a timer of the driver's for each statement, every result survives until a full garbage collection, which comes twice as
 * often then.
 */
export function statementRunnerOf(client: pg.PoolClient, pool: pg.Pool): StatementRunner {
  const runner = runners.get(client) ?? createRunner(client, limitsByPool.get(pool))
  runners.set(client, runner)
  return runner
}

function createRunner(client: pg.PoolClient, limitMilliseconds: number | undefined): StatementRunner {
  let running = 0
  const closeUnanswered = () => {
    if (running) streamOf(client).destroy(new Error(queryTimeoutMessage))
  }
  const timer = limitMilliseconds === undefined ? undefined : setTimeout(closeUnanswered, limitMilliseconds).unref()

  return {
    query(statement, values) {
      running++
      timer?.refresh()
      return new Promise((resolve, reject) => {
        client.query(statement as string, values as unknown[], (error: Error | null, result) => {
          running--
          if (error) reject(error)
          else resolve(result)
        })
      })
    },
  }
}

const streamOf = (client: pg.PoolClient) => (client as unknown as pg.Client).connection.stream
