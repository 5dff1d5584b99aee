import { once } from 'node:events'
import { chmod, mkdir, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Order } from './worker.ts'

const maxSocketPathLength = 100
const socketName = '.s.PGSQL.5432'

/** A PostgreSQL inside this process, reached through a socket in `host` like any other. */
export type EmbeddedPostgres = {
  host: string
  /** Writes the whole database to a file from which another one can be started. */
  dump(file: string): Promise<void>
  stop(): Promise<void>
}

/** Thrown when another process already serves the database of a folder. */
export class FolderInUseError extends Error {}

/** Returns where the socket of the database in `folder` is, to be passed to `pg` as `host`. */
export function socketFolderOf(folder: string): string {
  return resolve(folder)
}

/** Checks whether a process answers on the socket of `folder`. */
export async function isDatabaseRunning(folder: string): Promise<boolean> {
  const socket = connect(join(socketFolderOf(folder), socketName))
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

export type EmbeddedPostgresOptions = {
  folder: string
  inMemory?: boolean
  /** A file written by `dump`. A database in memory starts as a copy of it. */
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
 * listening socket is the lock: two processes on one folder would lose data silently.
 * @throws FolderInUseError when another process serves the folder.
 */
export async function startEmbeddedPostgres({
  folder,
  inMemory = false,
  template,
  worker: lent,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const host = socketFolderOf(folder)
  const socketPath = join(host, socketName)
  if (socketPath.length > maxSocketPathLength)
    throw new Error(`The folder ${host} has too long a path for a socket: choose one of fewer than 80 characters.`)
  await mkdir(host, { recursive: true, mode: 0o700 })
  // Access to the socket is full access to the database, so the mode is set even on an existing folder.
  await chmod(host, 0o700)
  if (await isDatabaseRunning(folder))
    throw new FolderInUseError(
      `Another process is already using the database in ${host}. Stop it first, or use another DATA_DIR.`,
    )
  await rm(socketPath, { force: true })

  const worker = lent ?? makeDatabaseWorker()
  await carryOut(worker, { kind: 'open', folder: inMemory ? undefined : join(host, 'files'), template, socketPath })
  await confirmOwnSocket(socketPath, worker)

  return {
    host,
    dump: (file) => carryOut(worker, { kind: 'dump', file }),
    async stop() {
      await carryOut(worker, { kind: 'close' })
      if (!lent) await worker.terminate()
    },
  }
}

async function carryOut(worker: Worker, order: Order) {
  worker.postMessage(order)
  let message: unknown
  // Under `node --watch` the worker also posts objects that name the files it has read.
  do [message] = await once(worker, 'message')
  while (typeof message !== 'string')
  if (message !== order.kind) throw new Error(`The embedded database answered "${message}" to "${order.kind}".`)
}

// Two processes may both have found the socket unused. The later one has replaced it, and the earlier one gives way.
async function confirmOwnSocket(socketPath: string, worker: Worker) {
  const before = await stat(socketPath)
  await pause(50)
  const after = await stat(socketPath).catch(() => undefined)
  if (after?.ino === before.ino) return
  await worker.terminate()
  throw new FolderInUseError(`Another process has just started on the database behind ${socketPath}.`)
}
