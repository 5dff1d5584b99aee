import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Files, isFileKey } from './files.ts'

/** Stores files in a local folder, each named after its own SHA-256, or randomly if it was streamed. */
export function createLocalFiles(folder: string): Files {
  const madeSubfolders = new Set<string>()
  return {
    async put(content) {
      const key = createHash('sha256').update(content).digest('hex')
      await writeAtomically(key, (unfinished) => writeFile(unfinished, content, { mode: 0o600, flush: true }))
      return key
    },
    async putStream(content) {
      const key = randomBytes(32).toString('hex')
      let sizeBytes = 0
      async function* counted(chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          sizeBytes += chunk.length
          yield chunk
        }
      }
      await writeAtomically(key, (unfinished) =>
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

  // A file under its final name is always complete, whatever happens while it is being written.
  async function writeAtomically(key: string, write: (unfinished: string) => Promise<void>) {
    const subfolder = subfolderOf(key)
    if (!madeSubfolders.has(subfolder)) await mkdir(join(folder, subfolder), { recursive: true, mode: 0o700 })
    madeSubfolders.add(subfolder)
    const unfinished = join(folder, subfolder, randomUUID())
    try {
      await write(unfinished)
      await rename(unfinished, pathOf(key))
    } catch (failure) {
      // It may have been removed meanwhile.
      madeSubfolders.delete(subfolder)
      await rm(unfinished, { force: true })
      throw failure
    }
  }

  function pathOf(key: string): string {
    return join(folder, subfolderOf(key), key)
  }
}

// A folder with hundreds of thousands of files is slow to list, so they are spread over 256 subfolders.
function subfolderOf(key: string): string {
  return key.slice(0, 2)
}
