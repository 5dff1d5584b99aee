import Bunzip from 'seek-bzip'
import { allBytesOf } from './all-bytes.ts'
import { RefusedFile } from './refused.ts'

/**
 * The content of a .bz2 file, also of one made of several streams, a block (up to 900 kB) at a time, each with its own
 * checksum. Throws `archive_broken` where it is damaged or cut off, `archive_cut` after the first block: those before are sound.
 */
export async function* bunzip2(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const bytes = await allBytesOf(source)
  let hasBegun = false
  try {
    for (const block of blocksOf(bytes)) {
      yield block
      hasBegun = true
    }
  } catch (error) {
    throw hasBegun && error instanceof RefusedFile ? new RefusedFile('archive_cut', error) : error
  }
}

function* blocksOf(bytes: Buffer): Generator<Uint8Array> {
  let stream = 0
  while (stream < bytes.length) {
    let bit = firstBlockOf(bytes, stream)
    while (magicAt(bytes, bit) === BLOCK) {
      const input = new Compressed(bytes)
      yield decodeBlock(input, bit)
      bit = nextMagic(bytes, input.position)
    }
    if (magicAt(bytes, bit) !== END_OF_STREAM) throw new RefusedFile('archive_broken')
    stream = Math.ceil((bit + MAGIC_BITS + CHECKSUM_BITS) / 8)
  }
}

const HEADER_BYTES = 4
const MAGIC_BITS = 48
const CHECKSUM_BITS = 32
const BLOCK = 0x314159265359
const END_OF_STREAM = 0x177245385090

/** Where the first block of a stream begins, in bits. Streams begin with a byte, blocks with any bit. */
function firstBlockOf(bytes: Buffer, stream: number): number {
  const header = bytes.toString('latin1', stream, stream + HEADER_BYTES)
  if (!/^BZh[1-9]$/.test(header)) throw new RefusedFile('archive_broken')
  return (stream + HEADER_BYTES) * 8
}

/** A block ends within the last byte that was read for it, and the next magic number follows at once. */
function nextMagic(bytes: Buffer, position: number): number {
  for (let bit = position * 8 - 7; bit <= position * 8; bit++) {
    const magic = magicAt(bytes, bit)
    if (magic === BLOCK || magic === END_OF_STREAM) return bit
  }
  throw new RefusedFile('archive_broken')
}

function magicAt(bytes: Buffer, start: number): number {
  let magic = 0
  for (let bit = start; bit < start + MAGIC_BITS; bit++) magic = magic * 2 + ((bytes[bit >> 3]! >> (7 - (bit & 7))) & 1)
  return magic
}

function decodeBlock(input: Compressed, bit: number): Uint8Array {
  try {
    return Bunzip.decodeBlock(input, bit)
  } catch (error) {
    throw error instanceof RefusedFile ? error : new RefusedFile('archive_broken', error)
  }
}

/** The bytes as the library asks for them; its own reader never ends when they do. */
class Compressed extends Bunzip.Stream {
  position = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    super()
    this.#bytes = bytes
  }

  override readByte(): number {
    const byte = this.#bytes[this.position++]
    if (byte === undefined) throw new RefusedFile('archive_broken')
    // The library takes the size of all blocks from the first header; the largest fits every stream's.
    return this.position === HEADER_BYTES ? LARGEST_BLOCKS : byte
  }

  override seek(position: number): void {
    this.position = position
  }
}

const LARGEST_BLOCKS = '9'.charCodeAt(0)
