import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Files, isFileKey } from './files.ts'

/** Files in a folder of this machine, each named after its own SHA-256, or at random where it came as a stream. */
export function localFiles(folder: string): Files {
  return {
    async put(content) {
      const key = createHash('sha256').update(content).digest('hex')
      await writeWhole(key, (unfinished) => writeFile(unfinished, content, { mode: 0o600, flush: true }))
      return key
    },
    async keep(content) {
      const key = randomBytes(32).toString('hex')
      let sizeBytes = 0
      async function* counted(chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          sizeBytes += chunk.length
          yield chunk
        }
      }
      await writeWhole(key, (unfinished) =>
        pipeline(content, counted, createWriteStream(unfinished, { mode: 0o600, flush: true })),
      )
      return { key, sizeBytes }
    },
    async get(key) {
      if (!isFileKey(key)) return undefined
      const file = await open(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      return file?.createReadStream()
    },
    async remove(key) {
      if (isFileKey(key)) await rm(pathOf(key), { force: true })
    },
  }

  // Under its own name a file is always whole, whatever happens while it is being written.
  async function writeWhole(key: string, write: (unfinished: string) => Promise<void>) {
    await mkdir(join(folder, shelfOf(key)), { recursive: true, mode: 0o700 })
    const unfinished = join(folder, shelfOf(key), randomUUID())
    try {
      await write(unfinished)
      await rename(unfinished, pathOf(key))
    } catch (failure) {
      await rm(unfinished, { force: true })
      throw failure
    }
  }

  function pathOf(key: string): string {
    return join(folder, shelfOf(key), key)
  }
}

// A folder with hundreds of thousands of files is slow to list; 256 of them share the load.
function shelfOf(key: string): string {
  return key.slice(0, 2)
}
