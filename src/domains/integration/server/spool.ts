import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/**
 * A buffer for output of any size that is read after it is written: in memory while small, then in an unlinked file.
 */
export type Spool = {
  write(text: string): Promise<void>
  /** Returns everything written. Nothing can be written afterwards. */
  read(): Readable
  /** Releases the buffer without reading it. */
  discard(): Promise<void>
}

const maxCharactersInMemory = 1_000_000

/** Creates a spool in memory which, from a megabyte on, moves to the temporary folder of the machine. */
export function createSpool(): Spool {
  let pieces: string[] = []
  let length = 0
  let file: Awaited<ReturnType<typeof open>> | undefined

  return {
    async write(text) {
      pieces.push(text)
      length += text.length
      if (length < maxCharactersInMemory) return
      file ??= await openUnlinkedFile()
      await file.appendFile(pieces.join(''))
      pieces = []
      length = 0
    },
    read() {
      const rest = pieces.join('')
      const written = file
      return written ? Readable.from(concatenate(written.createReadStream({ start: 0 }), rest)) : Readable.from([rest])
    },
    async discard() {
      await file?.close()
    },
  }
}

async function* concatenate(written: AsyncIterable<Buffer>, rest: string) {
  yield* written
  if (rest !== '') yield rest
}

/** Opens a temporary file that is already unlinked, so that it disappears on close or crash. */
async function openUnlinkedFile() {
  const path = join(tmpdir(), `llum-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
