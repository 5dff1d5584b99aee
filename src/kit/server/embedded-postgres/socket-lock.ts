import { once } from 'node:events'
import { chmod, mkdir, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const socketName = '.s.PGSQL.5432'
const confirmationMilliseconds = 50

/** Thrown when another process already serves the database of a folder. */
export class FolderInUseError extends Error {}

/** Returns where the socket of the database in `folder` is, to be passed to `pg` as `host`. */
export function socketFolderOf(folder: string): string {
  return resolve(folder)
}

/** Returns the socket on which the database in `folder` answers. */
export function socketPathOf(folder: string): string {
  return join(socketFolderOf(folder), socketName)
}

/** Checks whether a process answers on the socket of `folder`. */
export async function isDatabaseRunning(folder: string): Promise<boolean> {
  const socket = connect(socketPathOf(folder))
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
 * Prepares the folder of a socket for listening on it.
 * @throws FolderInUseError when another process answers on the socket.
 */
export async function claimSocket(socketPath: string) {
  const folder = dirname(socketPath)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Access to the socket is full access to the database, so the mode is set even on an existing folder.
  await chmod(folder, 0o700)
  if (await isDatabaseRunning(folder))
    throw new FolderInUseError(
      `Another process is already using the database in ${folder}. Stop it first, or use another DATA_DIR.`,
    )
  await rm(socketPath, { force: true })
}

/**
 * Confirms that this process still listens on its socket: two processes may both have found it unused. The later one has
 * replaced it, and the earlier one gives way.
 * @throws FolderInUseError when another process has replaced the socket.
 */
export async function confirmSocket(socketPath: string) {
  const before = await stat(socketPath)
  await pause(confirmationMilliseconds)
  const after = await stat(socketPath).catch(() => undefined)
  if (after?.ino !== before.ino)
    throw new FolderInUseError(`Another process has just started on the database behind ${socketPath}.`)
}
