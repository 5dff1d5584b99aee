import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** What is written to be read afterwards, in any amount: in memory while it is little, then in a file that has no name. */
export type Spool = {
  write(text: string): Promise<void>
  /** All that was written; nothing is written after that. */
  read(): Readable
  /** Gives back what is held, for whoever will not read. */
  drop(): Promise<void>
}

const mostInMemory = 1_000_000

/** A spool in memory and, from a megabyte on, in the machine's folder for such files. */
export function makeSpool(): Spool {
  let pieces: string[] = []
  let length = 0
  let file: Awaited<ReturnType<typeof open>> | undefined

  return {
    async write(text) {
      pieces.push(text)
      length += text.length
      if (length < mostInMemory) return
      file ??= await namelessFile()
      await file.appendFile(pieces.join(''))
      pieces = []
      length = 0
    },
    read() {
      const rest = pieces.join('')
      const written = file
      return written ? Readable.from(both(written.createReadStream({ start: 0 }), rest)) : Readable.from([rest])
    },
    async drop() {
      await file?.close()
    },
  }
}

async function* both(written: AsyncIterable<Buffer>, rest: string) {
  yield* written
  if (rest !== '') yield rest
}

/** It goes when it is closed, also should the server fall over. */
async function namelessFile() {
  const path = join(tmpdir(), `llum-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
