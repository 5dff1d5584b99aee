import { chmod, readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { wireServer } from './wire-server.ts'

type Orders = { folder?: string; template?: string; socketPath: string }

const { folder, template, socketPath } = workerData as Orders
const database = await PGlite.create({
  dataDir: folder,
  loadDataDir: template ? new Blob([await readFile(template)]) : undefined,
})
const server = wireServer(database)
server.listen(socketPath, async () => {
  await chmod(socketPath, 0o600)
  parentPort!.postMessage('ready')
})

parentPort!.on('message', async (message: 'stop' | { dumpTo: string }) => {
  if (message !== 'stop') {
    const { writeFile } = await import('node:fs/promises')
    const dump = await database.dumpDataDir('none')
    await writeFile(message.dumpTo, Buffer.from(await dump.arrayBuffer()))
    return parentPort!.postMessage('dumped')
  }
  server.close()
  await database.close()
  parentPort!.postMessage('stopped')
  parentPort!.close()
})
