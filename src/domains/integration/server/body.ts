import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Refused } from '#kit/refusal.ts'

/** What was packed is broken, or ends too soon. */
export class BrokenBody extends Error {}

/** The bytes of a body as they were before they were packed. @throws Refused 415 for a packing that is not known here. */
export function unpacked(body: Readable | undefined, encoding = 'identity'): AsyncIterable<Uint8Array> {
  if (!body) return Readable.from([])
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return gunzipped(body)
  throw new Refused('media_type_unknown', 415)
}

/** The unpacked bytes of a gzip stream. @throws BrokenBody */
export async function* gunzipped(packed: Readable): AsyncGenerator<Uint8Array> {
  const unpacking = createGunzip()
  // What goes wrong is thrown where the bytes are read.
  pipeline(packed, unpacking, () => {})
  try {
    yield* unpacking
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('Z_')) throw new BrokenBody()
    throw error
  }
}
