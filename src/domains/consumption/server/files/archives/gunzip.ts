import { createGunzip } from 'node:zlib'
import { RefusedFileError } from '../refused-errors.ts'
import { readAllBytes } from './read-all-bytes.ts'

/**
 * Decompresses a .gz file. Its checksum is at its end, so it is read twice: nothing of a damaged file is emitted.
 * Throws `archive_broken`.
 */
export async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const bytes = await readAllBytes(source)
  for await (const _checked of inflate(bytes));
  yield* inflate(bytes)
}

async function* inflate(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const decoder = createGunzip()
  decoder.end(bytes)
  try {
    yield* decoder
  } catch (error) {
    throw new RefusedFileError('archive_broken', error)
  }
}
