import { Readable } from 'node:stream'
import type { Files } from '#outside/files/files.ts'
import { nameFor, tellingBytes, typeOf, type UploadMediaType } from '../rules.ts'
import type { KeptFile } from './store.ts'

/** Why a file was not kept: the code of a refusal. */
export type FileProblem = 'file_empty' | 'file_kind'

class Unfit extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Keeps a file while it comes in, once its first bytes have told what it is; otherwise nothing of it is kept. */
export async function keepFile(files: Files, name: string, content: Readable): Promise<KeptFile | FileProblem> {
  let mediaType: UploadMediaType | null = null

  // No more of it is held in memory than it takes to tell what it is.
  async function* told() {
    let beginning: Buffer = Buffer.alloc(0)
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (mediaType) {
        yield chunk
        continue
      }
      beginning = Buffer.concat([beginning, chunk])
      if (beginning.length < tellingBytes) continue
      mediaType = tell(beginning)
      yield beginning
    }
    if (mediaType) return
    mediaType = tell(beginning)
    yield beginning
  }

  try {
    const { key, sizeBytes } = await files.keep(Readable.from(told(), { objectMode: false }))
    return { fileName: nameFor(name, mediaType!), mediaType: mediaType!, sizeBytes, fileKey: key }
  } catch (failure) {
    if (failure instanceof Unfit) return failure.problem
    throw failure
  }
}

function tell(beginning: Buffer): UploadMediaType {
  if (beginning.length === 0) throw new Unfit('file_empty')
  const mediaType = typeOf(beginning)
  if (!mediaType) throw new Unfit('file_kind')
  return mediaType
}
