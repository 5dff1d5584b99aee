import { Readable } from 'node:stream'
import type { Files } from '#outside/files/files.ts'
import { detectMediaType, signatureBytes, storedFileName, type UploadMediaType } from '../rules.ts'
import type { StoredFile } from './upload-store.ts'

/** The reason why a file was not stored: the code of a refusal. */
export type UnstorableFileCode = 'file_empty' | 'file_kind'

class UnstorableFileError extends Error {
  readonly problem: UnstorableFileCode
  constructor(problem: UnstorableFileCode) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Stores a file while it is being received, once its type is detected from its first bytes; otherwise nothing is
 * stored.
 */
export async function storeFile(
  files: Files,
  name: string,
  content: Readable,
): Promise<StoredFile | UnstorableFileCode> {
  let mediaType: UploadMediaType | null = null

  // Buffers only as much as is needed to detect the type.
  async function* checkedChunks() {
    let beginning: Buffer = Buffer.alloc(0)
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (mediaType) {
        yield chunk
        continue
      }
      beginning = Buffer.concat([beginning, chunk])
      if (beginning.length < signatureBytes) continue
      mediaType = requireMediaType(beginning)
      yield beginning
    }
    if (mediaType) return
    mediaType = requireMediaType(beginning)
    yield beginning
  }

  try {
    const { key, sizeBytes } = await files.putStream(Readable.from(checkedChunks(), { objectMode: false }))
    return { fileName: storedFileName(name, mediaType!), mediaType: mediaType!, sizeBytes, fileKey: key }
  } catch (failure) {
    if (failure instanceof UnstorableFileError) return failure.problem
    throw failure
  }
}

function requireMediaType(beginning: Buffer): UploadMediaType {
  if (beginning.length === 0) throw new UnstorableFileError('file_empty')
  const mediaType = detectMediaType(beginning)
  if (!mediaType) throw new UnstorableFileError('file_kind')
  return mediaType
}
