import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { FolderInUseError, socketFolderOf, socketPathOf } from './socket-lock.ts'
import type { Order, Refusal } from './worker.ts'

const maxSocketPathLength = 100

/** A PostgreSQL inside this process, reached through a socket in `host` like any other. */
export type EmbeddedPostgres = {
  host: string
  /** Stops the database. One in memory may leave itself in a file, from which others start. */
  stop(options?: { template?: string }): Promise<void>
}

export type EmbeddedPostgresOptions = {
  folder: string
  inMemory?: boolean
  /** A file written by `stop`. A database in memory starts as a copy of it. */
  template?: string
  /**
   * A thread that currently serves no other database and outlives this one. Without it, the database gets a thread of
   * its own.
   */
  worker?: Worker
}

/** Creates a thread that can serve databases one after the other. */
export function makeDatabaseWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url))
}

/**
 * Starts PostgreSQL (PGlite) in a worker thread on the files under `folder`, or in memory from a `template` file. The
 * listening socket is the lock: two processes on one folder would lose data silently. The thread does all of it, so that
 * the caller may load modules meanwhile.
 * @throws FolderInUseError when another process serves the folder.
 */
export async function startEmbeddedPostgres({
  folder,
  inMemory = false,
  template,
  worker: lent,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const host = socketFolderOf(folder)
  const socketPath = socketPathOf(folder)
  if (socketPath.length > maxSocketPathLength)
    throw new Error(`The folder ${host} has too long a path for a socket: choose one of fewer than 80 characters.`)

  const worker = lent ?? makeDatabaseWorker()
  try {
    await carryOut(worker, { kind: 'open', folder: inMemory ? undefined : join(host, 'files'), template, socketPath })
  } catch (error) {
    // A database whose socket another process has taken must not write any more.
    await worker.terminate()
    throw error
  }

  return {
    host,
    async stop({ template } = {}) {
      await carryOut(worker, { kind: 'close', template })
      if (!lent) await worker.terminate()
    },
  }
}

async function carryOut(worker: Worker, order: Order) {
  worker.postMessage(order)
  let message: unknown
  // Under `node --watch` the worker also posts objects that name the files it has read.
  do [message] = await once(worker, 'message')
  while (typeof message !== 'string' && !isRefusal(message))
  if (isRefusal(message)) throw new FolderInUseError(message.refusal)
  if (message !== order.kind) throw new Error(`The embedded database answered "${message}" to "${order.kind}".`)
}

function isRefusal(message: unknown): message is Refusal {
  return typeof message === 'object' && message !== null && 'refusal' in message
}
