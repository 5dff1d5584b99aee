import Bunzip from 'seek-bzip'
import { RefusedFileError } from '../refused-errors.ts'
import { readAllBytes } from './read-all-bytes.ts'

/**
 * Decompresses a .bz2 file, possibly of several streams, one block (up to 900 kB) at a time; each block has its own
 * checksum. Throws `archive_broken` if it is damaged or truncated, or `archive_cut` if that happens after the first
 * block; the blocks before are intact.
 */
export async function* bunzip2(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const bytes = await readAllBytes(source)
  let hasBegun = false
  try {
    for (const block of blocksOf(bytes)) {
      yield block
      hasBegun = true
    }
  } catch (error) {
    throw hasBegun && error instanceof RefusedFileError ? new RefusedFileError('archive_cut', error) : error
  }
}

function* blocksOf(bytes: Buffer): Generator<Uint8Array> {
  let stream = 0
  while (stream < bytes.length) {
    let bit = firstBlockOf(bytes, stream)
    while (readMagicAt(bytes, bit) === BLOCK) {
      const input = new CompressedStream(bytes)
      yield decodeBlock(input, bit)
      bit = findNextMagic(bytes, input.position)
    }
    if (readMagicAt(bytes, bit) !== END_OF_STREAM) throw new RefusedFileError('archive_broken')
    stream = Math.ceil((bit + MAGIC_BITS + CHECKSUM_BITS) / 8)
  }
}

const HEADER_BYTES = 4
const MAGIC_BITS = 48
const CHECKSUM_BITS = 32
const BLOCK = 0x314159265359
const END_OF_STREAM = 0x177245385090

/** Returns the position of a stream's first block in bits. Streams start at a byte, blocks at any bit. */
function firstBlockOf(bytes: Buffer, stream: number): number {
  const header = bytes.toString('latin1', stream, stream + HEADER_BYTES)
  if (!/^BZh[1-9]$/.test(header)) throw new RefusedFileError('archive_broken')
  return (stream + HEADER_BYTES) * 8
}

/**
 * Returns the position of the next magic number. A block ends within the last byte read for it, and the magic number
 * follows immediately.
 */
function findNextMagic(bytes: Buffer, position: number): number {
  for (let bit = position * 8 - 7; bit <= position * 8; bit++) {
    const magic = readMagicAt(bytes, bit)
    if (magic === BLOCK || magic === END_OF_STREAM) return bit
  }
  throw new RefusedFileError('archive_broken')
}

function readMagicAt(bytes: Buffer, start: number): number {
  let magic = 0
  for (let bit = start; bit < start + MAGIC_BITS; bit++) magic = magic * 2 + ((bytes[bit >> 3]! >> (7 - (bit & 7))) & 1)
  return magic
}

function decodeBlock(input: CompressedStream, bit: number): Uint8Array {
  try {
    return Bunzip.decodeBlock(input, bit)
  } catch (error) {
    throw error instanceof RefusedFileError ? error : new RefusedFileError('archive_broken', error)
  }
}

/** The bytes in the form that the library requires; its own reader never ends at the end of the input. */
class CompressedStream extends Bunzip.Stream {
  position = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    super()
    this.#bytes = bytes
  }

  override readByte(): number {
    const byte = this.#bytes[this.position++]
    if (byte === undefined) throw new RefusedFileError('archive_broken')
    // The library takes the size of all blocks from the first header; the largest size fits every stream.
    return this.position === HEADER_BYTES ? LARGEST_BLOCKS : byte
  }

  override seek(position: number): void {
    this.position = position
  }
}

const LARGEST_BLOCKS = '9'.charCodeAt(0)
