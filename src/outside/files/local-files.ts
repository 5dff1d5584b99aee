import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from './files.ts'

/** Files in a folder of this machine, each named after its own SHA-256. */
export function localFiles(folder: string): Files {
  return {
    async put(content) {
      const key = createHash('sha256').update(content).digest('hex')
      await mkdir(join(folder, shelfOf(key)), { recursive: true, mode: 0o700 })
      // Under its own name a file is always whole, whatever happens while it is being written.
      const unfinished = join(folder, shelfOf(key), randomUUID())
      await writeFile(unfinished, content, { mode: 0o600, flush: true })
      await rename(unfinished, pathOf(key))
      return key
    },
    async get(key) {
      if (!/^[\da-f]{64}$/.test(key)) return undefined
      const file = await open(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      return file?.createReadStream()
    },
  }

  function pathOf(key: string): string {
    return join(folder, shelfOf(key), key)
  }
}

// A folder with hundreds of thousands of files is slow to list; 256 of them share the load.
function shelfOf(key: string): string {
  return key.slice(0, 2)
}
