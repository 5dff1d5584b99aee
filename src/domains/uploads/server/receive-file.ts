import type { FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import type { Refused } from '#kit/refusal.ts'
import type { Files } from '#outside/files/files.ts'
import { firstFile } from './first-file.ts'
import { type FileProblem, keepFile } from './keep-file.ts'
import { addUpload, type Maker } from './store.ts'

type Code = FileProblem | 'file_missing' | 'file_too_large'
type Receiving = {
  maxBytes: number
  maker: Maker
  now: Date
  refuse: (code: Code, more?: { values: Record<string, number> }) => Refused
}

// What a multipart body weighs besides its file.
const wrappingBytes = 10_000

/** Takes in the file of a request, for its maker to send along with something. @returns its id. @throws what `refuse` makes. */
export async function receiveFile(
  { db, files }: { db: Database; files: Files },
  request: FastifyRequest,
  { maxBytes, maker, now, refuse }: Receiving,
): Promise<{ id: string }> {
  const tooLarge = { values: { megabytes: maxBytes / 1e6 } }
  if (Number(request.headers['content-length']) > maxBytes + wrappingBytes) throw refuse('file_too_large', tooLarge)
  const part = request.isMultipart() ? await firstFile(request, maxBytes) : undefined
  if (!part) throw refuse('file_missing')
  const kept = await keepFile(files, part.filename, part.file)
  // What is left of a file that nobody wants must still arrive, or the browser never hears why.
  part.file.resume()
  if (typeof kept === 'string') throw refuse(kept)
  if (part.file.truncated) {
    await files.remove(kept.fileKey)
    throw refuse('file_too_large', tooLarge)
  }
  return { id: await addUpload(db, { file: kept, maker, now }) }
}
