import { bunzip2 } from './bunzip2.ts'
import { gunzip } from './gunzip.ts'
import { peek } from './peek.ts'
import { type NamedBytes, unzip } from './unzip.ts'

/** Distributors nest at most a .bz2 in a .zip; an archive that contains itself must terminate. */
const MAX_LAYERS = 3
const MAGIC_BYTES = 4

/**
 * Yields the files in a file: the file itself if it is plain, or the content of a .gz, .zip or .bz2, detected from the
 * first bytes. Each must be read before the next is requested. Throws `RefusedFileError` for a broken archive when its
 * names or its bytes are read.
 */
export async function* unpack(packed: NamedBytes, layer = 0): AsyncGenerator<NamedBytes> {
  const { first, whole } = await peek(packed.bytes, MAGIC_BYTES)
  const packing = layer < MAX_LAYERS ? packingOf(Buffer.concat(first)) : 'plain'
  if (packing === 'plain') {
    yield { name: packed.name, bytes: whole }
    return
  }
  for await (const inner of unpackers[packing]({ name: packed.name, bytes: whole })) yield* unpack(inner, layer + 1)
}

type Packing = 'plain' | keyof typeof unpackers

const unpackers = {
  gzip: ({ name, bytes }: NamedBytes) => [{ name: name.replace(/\.gz$/i, ''), bytes: gunzip(bytes) }],
  bzip2: ({ name, bytes }: NamedBytes) => [{ name: name.replace(/\.bz2$/i, ''), bytes: bunzip2(bytes) }],
  zip: ({ bytes }: NamedBytes) => unzip(bytes),
}

function packingOf(bytes: Buffer): Packing {
  const start = bytes.toString('latin1', 0, MAGIC_BYTES)
  if (start.startsWith('\x1f\x8b')) return 'gzip'
  if (/^BZh[1-9]/.test(start)) return 'bzip2'
  // The second signature is that of an archive without files.
  return start === 'PK\x03\x04' || start === 'PK\x05\x06' ? 'zip' : 'plain'
}
