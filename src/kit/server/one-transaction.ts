import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient } from 'kysely'

type Whole = {
  /** The pool whose first connection was taken; others are none of its business. */
  pool?: PostgresPool
  client?: PostgresPoolClient
  /** Ends when whoever has borrowed the connection, and all who wait for it, have given it back. */
  turn: Promise<void>
  isOver: boolean
}

const current = new AsyncLocalStorage<Whole>()

/**
 * Does all statements of `work` in one transaction, so that either all of them are kept or, should this program die, none.
 * What `work` does in transactions of its own is taken back on its own, as ever, and a failure that it throws takes back
 * nothing else.
 */
export async function inOneTransaction<T>(work: () => Promise<T>): Promise<T> {
  const whole: Whole = { turn: Promise.resolve(), isOver: false }
  try {
    const done = await current.run(whole, work)
    await end(whole)
    return done
  } catch (failure) {
    await end(whole).catch(() => {})
    throw failure
  }
}

/** A pool that hands out one and the same connection, in turns, to all that is done `inOneTransaction`. */
export function joinedPool(pool: PostgresPool): PostgresPool {
  return {
    connect() {
      const whole = current.getStore()
      if (!whole || whole.isOver) return pool.connect()
      whole.pool ??= pool
      return whole.pool === pool ? borrowed(whole, pool) : pool.connect()
    },
    options: pool.options,
    end: () => pool.end(),
  }
}

async function borrowed(whole: Whole, pool: PostgresPool): Promise<PostgresPoolClient> {
  const { promise: givenBack, resolve: giveBack } = Promise.withResolvers<void>()
  const before = whole.turn
  whole.turn = givenBack
  await before
  try {
    // Work that goes on after its request has been answered has a connection of its own.
    if (whole.isOver) return await pool.connect().finally(giveBack)
    whole.client ??= await begun(pool)
    return lent(whole.client, giveBack)
  } catch (failure) {
    giveBack()
    throw failure
  }
}

async function begun(pool: PostgresPool): Promise<PostgresPoolClient> {
  const client = await pool.connect()
  try {
    await client.query('begin', [])
    return client
  } catch (failure) {
    client.release(true)
    throw failure
  }
}

/** The connection as one that is not in a transaction: what begins one there begins a part of the whole. */
function lent(client: PostgresPoolClient, giveBack: () => void): PostgresPoolClient {
  let isWithin = false

  async function query(statement: string, parameters: readonly unknown[]) {
    if (statement === 'begin' || statement.startsWith('start transaction')) {
      isWithin = true
      return client.query('savepoint part', [])
    }
    if (statement === 'commit' || statement === 'rollback') {
      isWithin = false
      if (statement === 'rollback') await client.query('rollback to savepoint part', [])
      return client.query('release savepoint part', [])
    }
    return isWithin ? client.query(statement, [...parameters]) : alone(client, statement, parameters)
  }

  return { processID: client.processID, query: query as PostgresPoolClient['query'], release: giveBack }
}

// A statement that fails on its own, and whose failure may be expected, takes nothing else with it.
async function alone(client: PostgresPoolClient, statement: string, parameters: readonly unknown[]) {
  await client.query('savepoint statement', [])
  try {
    const result = await client.query(statement, [...parameters])
    await client.query('release savepoint statement', [])
    return result
  } catch (failure) {
    await client.query('rollback to savepoint statement', [])
    throw failure
  }
}

async function end(whole: Whole) {
  await whole.turn
  whole.isOver = true
  const { client } = whole
  if (!client) return
  try {
    const { command } = await client.query('commit', [])
    if ((command as string) === 'ROLLBACK') throw new Error('What was done in one transaction could not be kept.')
    client.release()
  } catch (failure) {
    // A connection that is given up takes back what it had begun.
    client.release(true)
    throw failure
  }
}
