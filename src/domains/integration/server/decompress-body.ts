import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Refused } from '#kit/refusal.ts'

/** Thrown when compressed data is corrupt or truncated. */
export class BrokenBodyError extends Error {}

/** Returns the decompressed bytes of a body. @throws Refused 415 for an unknown encoding. */
export function decompressBody(body: Readable | undefined, encoding = 'identity'): AsyncIterable<Uint8Array> {
  if (!body) return Readable.from([])
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return gunzipStream(body)
  throw new Refused('media_type_unknown', 415)
}

/** Yields the decompressed bytes of a gzip stream. @throws BrokenBodyError */
export async function* gunzipStream(source: Readable): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // Errors are thrown where the bytes are read.
  pipeline(source, gunzip, () => {})
  try {
    yield* gunzip
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('Z_')) throw new BrokenBodyError()
    throw error
  }
}
