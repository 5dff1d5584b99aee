import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { beginsTransaction, endsTransaction } from './transaction-statements.ts'

type RequestTransaction = {
  /** The pool whose connection was taken first; other pools are not affected. */
  pool?: PostgresPool
  client?: PostgresPoolClient
  /** Resolves when the current borrower of the connection and all who wait for it have released it. */
  lastReturn: Promise<void>
  isOver: boolean
}

const current = new AsyncLocalStorage<RequestTransaction>()

/**
 * Runs all statements of `work` in one transaction, so that a crash of this process leaves either all of them or none.
 * Transactions within `work` still roll back separately, and an error that it throws rolls back nothing else.
 */
export async function inRequestTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction: RequestTransaction = { lastReturn: Promise.resolve(), isOver: false }
  try {
    const result = await current.run(transaction, work)
    await commitTransaction(transaction)
    return result
  } catch (failure) {
    await commitTransaction(transaction).catch(() => {})
    throw failure
  }
}

/** Wraps a pool so that everything within `inRequestTransaction` uses the same connection, one user at a time. */
export function transactionalPool(pool: PostgresPool): PostgresPool {
  return {
    connect() {
      const transaction = current.getStore()
      if (!transaction || transaction.isOver) return pool.connect()
      transaction.pool ??= pool
      return transaction.pool === pool ? borrowClient(transaction, pool) : pool.connect()
    },
    options: pool.options,
    end: () => pool.end(),
  }
}

async function borrowClient(transaction: RequestTransaction, pool: PostgresPool): Promise<PostgresPoolClient> {
  const { promise: returned, resolve: release } = Promise.withResolvers<void>()
  const before = transaction.lastReturn
  transaction.lastReturn = returned
  await before
  try {
    // Work that continues after its request has been answered gets a connection of its own.
    if (transaction.isOver) return await pool.connect().finally(release)
    transaction.client ??= await beginTransaction(pool)
    return clientWithinTransaction(transaction.client, release)
  } catch (failure) {
    release()
    throw failure
  }
}

async function beginTransaction(pool: PostgresPool): Promise<PostgresPoolClient> {
  const client = await pool.connect()
  try {
    await client.query('begin', [])
    return client
  } catch (failure) {
    client.release(true)
    throw failure
  }
}

/**
 * Presents the connection as one outside a transaction: a transaction that begins on it becomes a savepoint of the
 * request transaction.
 */
function clientWithinTransaction(client: PostgresPoolClient, release: () => void): PostgresPoolClient {
  let isInSavepoint = false

  async function query(statement: string, parameters: readonly unknown[]) {
    if (beginsTransaction(statement)) {
      isInSavepoint = true
      return client.query('savepoint part', [])
    }
    if (endsTransaction(statement)) {
      isInSavepoint = false
      if (statement === 'rollback') await client.query('rollback to savepoint part', [])
      return client.query('release savepoint part', [])
    }
    return isInSavepoint ? client.query(statement, [...parameters]) : queryInSavepoint(client, statement, parameters)
  }

  return { processID: client.processID, query: query as PostgresPoolClient['query'], release }
}

// Runs a single statement in a savepoint, because it may be expected to fail and must undo nothing else.
async function queryInSavepoint(client: PostgresPoolClient, statement: string, parameters: readonly unknown[]) {
  await client.query('savepoint statement', [])
  try {
    const result = await client.query(statement, [...parameters])
    await client.query('release savepoint statement', [])
    return result
  } catch (failure) {
    // If a node of the database is lost, the transaction cannot go on. What it failed for says so.
    await client.query('rollback to savepoint statement', []).catch(() => {})
    throw failure
  }
}

async function commitTransaction(transaction: RequestTransaction) {
  await transaction.lastReturn
  transaction.isOver = true
  const { client } = transaction
  if (!client) return
  try {
    const { command } = await client.query('commit', [])
    if ((command as string) === 'ROLLBACK') throw new Error('The transaction was rolled back instead of committed.')
    client.release()
  } catch (failure) {
    // Discarding the connection rolls back its open transaction.
    client.release(true)
    throw failure
  }
}
