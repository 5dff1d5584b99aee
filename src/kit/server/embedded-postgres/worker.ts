import { chmod, readFile, writeFile } from 'node:fs/promises'
import type { Server } from 'node:net'
import { deserialize, serialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { CopiedFiles, type DatabaseFiles, readFiles } from './memory-files.ts'
import { claimSocket, confirmSocket, FolderInUseError } from './socket-lock.ts'
import { createWireServer } from './wire-server.ts'

/**
 * The database to serve: the files under `folder`, or a database in memory, which may start as a copy of the file
 * `template`.
 */
export type OpenOrder = { kind: 'open'; folder?: string; template?: string; socketPath: string }
/** Stops the database. One in memory may leave its files as the file `template`. */
export type CloseOrder = { kind: 'close'; template?: string }
export type Order = OpenOrder | CloseOrder
/** Answers an order to open a database that another process serves: a sentence that says so. */
export type Refusal = { refusal: string }

// The emulation of mmap fills the shared memory with zeros at once: 140 MB, and half the time of opening. This kind takes
// pages as tables need them.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_memory_type=sysv']

// In memory, files written ahead only take time.
const inMemoryParams = ['-c', 'wal_init_zero=off', '-c', 'wal_recycle=off']

let database: PGlite
let server: Server
// A worker that serves one database after the other reads each template once.
const templates = new Map<string, DatabaseFiles>()

async function open({ folder, template, socketPath }: OpenOrder) {
  await claimSocket(socketPath)
  database = await (folder
    ? PGlite.create({ dataDir: folder, startParams })
    : PGlite.create({ fs: await openMemory(template), startParams: [...startParams, ...inMemoryParams] }))
  server = createWireServer(database)
  await new Promise<void>((listening) => server.listen(socketPath, listening))
  await chmod(socketPath, 0o600)
  await confirmSocket(socketPath)
}

async function openMemory(template: string | undefined): Promise<MemoryFS> {
  if (!template) return new MemoryFS()
  const files = templates.get(template) ?? (deserialize(await readFile(template)) as DatabaseFiles)
  templates.set(template, files)
  return new CopiedFiles(files)
}

async function close({ template }: CloseOrder) {
  server.close()
  const { FS } = database.Module
  await database.close()
  if (template) await writeFile(template, serialize(readFiles(FS)))
}

async function carryOut(order: Order) {
  if (order.kind === 'open') await open(order)
  else await close(order)
}

parentPort!.on('message', async (order: Order) => {
  try {
    await carryOut(order)
    parentPort!.postMessage(order.kind)
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    parentPort!.postMessage({ refusal: error.message } satisfies Refusal)
  }
})
