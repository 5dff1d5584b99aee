import { createGunzip, type createInflateRaw } from 'node:zlib'
import { allBytesOf } from './all-bytes.ts'
import { RefusedFile } from './refused.ts'

/**
 * The content of a .gz file. Its checksum stands at its end, so it is read twice: nothing of a damaged one is passed on.
 * Throws `archive_broken`.
 */
export async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const bytes = await allBytesOf(source)
  for await (const _checked of inflated(bytes, createGunzip));
  yield* inflated(bytes, createGunzip)
}

/** What compressed bytes unfold to. Throws `archive_broken` where they do not. */
export async function* inflated(
  bytes: Uint8Array,
  createDecoder: typeof createGunzip | typeof createInflateRaw,
): AsyncGenerator<Uint8Array> {
  const decoder = createDecoder()
  decoder.end(bytes)
  try {
    yield* decoder
  } catch (error) {
    throw new RefusedFile('archive_broken', error)
  }
}
