import { once } from 'node:events'
import { chmod, mkdir, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

const longestSocketPath = 100
const socketName = '.s.PGSQL.5432'

/** A PostgreSQL inside this process, reached like any other through a socket in `host`. */
export type EmbeddedPostgres = {
  host: string
  /** Writes the whole database to a file from which another one can be started. */
  dump(file: string): Promise<void>
  stop(): Promise<void>
}

/** Thrown when another process already serves the database of a folder. */
export class FolderInUse extends Error {}

/** Where the socket of the database kept in `folder` is; give it to `pg` as `host`. */
export function socketFolderOf(folder: string): string {
  return resolve(folder)
}

/** Whether a process answers on the socket of `folder`. */
export async function isServed(folder: string): Promise<boolean> {
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

/**
 * Starts PostgreSQL (PGlite) in a worker thread on the files under `folder`, or in memory from a `template` file.
 * The listening socket is the lock: two processes on one folder would lose data silently.
 * @throws FolderInUse when another process serves the folder.
 */
export async function startEmbeddedPostgres({
  folder,
  inMemory = false,
  template,
}: {
  folder: string
  inMemory?: boolean
  template?: string
}): Promise<EmbeddedPostgres> {
  const host = socketFolderOf(folder)
  const socketPath = join(host, socketName)
  if (socketPath.length > longestSocketPath)
    throw new Error(`The folder ${host} has too long a path for a socket: choose one of fewer than 80 characters.`)
  await mkdir(host, { recursive: true, mode: 0o700 })
  // Whoever can open the socket can do everything, also where the folder was there before.
  await chmod(host, 0o700)
  if (await isServed(folder))
    throw new FolderInUse(
      `Another process is already using the database in ${host}. Stop it first, or use another DATA_DIR.`,
    )
  await rm(socketPath, { force: true })

  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { folder: inMemory ? undefined : join(host, 'files'), template, socketPath },
  })
  await answer(worker, 'ready')
  await confirmOwnSocket(socketPath, worker)

  return {
    host,
    async dump(file) {
      worker.postMessage({ dumpTo: file })
      await answer(worker, 'dumped')
    },
    async stop() {
      worker.postMessage('stop')
      await answer(worker, 'stopped')
      await worker.terminate()
    },
  }
}

async function answer(worker: Worker, expected: string) {
  let message: unknown
  // Under `node --watch` the worker also tells, in objects, which files it has read.
  do [message] = await once(worker, 'message')
  while (typeof message !== 'string')
  if (message !== expected) throw new Error(`The embedded database answered "${message}" instead of "${expected}".`)
}

// Two processes may both have found the socket unused; the later one has replaced it, and the earlier one gives way.
async function confirmOwnSocket(socketPath: string, worker: Worker) {
  const before = await stat(socketPath)
  await pause(50)
  const after = await stat(socketPath).catch(() => undefined)
  if (after?.ino === before.ino) return
  await worker.terminate()
  throw new FolderInUse(`Another process has just started on the database behind ${socketPath}.`)
}
