import { chmod, readFile, writeFile } from 'node:fs/promises'
import type { Server } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { claimSocket, confirmSocket, FolderInUseError } from './socket-lock.ts'
import { createWireServer } from './wire-server.ts'

/**
 * The database to serve: the files under `folder`, or a database in memory, which may start as a copy of the file
 * `template`.
 */
export type OpenOrder = { kind: 'open'; folder?: string; template?: string; socketPath: string }
export type Order = OpenOrder | { kind: 'dump'; file: string } | { kind: 'close' }
/** Answers an order to open a database that another process serves: a sentence that says so. */
export type Refusal = { refusal: string }

// The emulation of mmap fills the shared memory with zeros at once: 140 MB, and half the time of opening. This kind takes
// pages as tables need them.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_memory_type=sysv']

let database: PGlite
let server: Server
// A worker that serves one database after the other reads each template once.
const templates = new Map<string, Blob>()

async function open({ folder, template, socketPath }: OpenOrder) {
  await claimSocket(socketPath)
  const loadDataDir = template ? await readTemplate(template) : undefined
  database = await PGlite.create({ dataDir: folder, loadDataDir, startParams })
  server = createWireServer(database)
  await new Promise<void>((listening) => server.listen(socketPath, listening))
  await chmod(socketPath, 0o600)
  await confirmSocket(socketPath)
}

async function readTemplate(file: string): Promise<Blob> {
  const content = templates.get(file) ?? new Blob([await readFile(file)])
  templates.set(file, content)
  return content
}

async function dump(file: string) {
  const content = await database.dumpDataDir('none')
  await writeFile(file, Buffer.from(await content.arrayBuffer()))
}

async function close() {
  server.close()
  await database.close()
}

async function carryOut(order: Order) {
  if (order.kind === 'open') await open(order)
  else if (order.kind === 'dump') await dump(order.file)
  else await close()
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
