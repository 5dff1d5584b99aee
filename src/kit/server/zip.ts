import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** An entry of an archive. `isPacked`: its bytes are already compressed (PDF, images). */
export type ZipEntry = {
  name: string
  content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>
  isPacked?: boolean
}

// APPNOTE.TXT 6.3.10: signatures, and the version needed to extract.
const localHeader = 0x04034b50
const dataDescriptor = 0x08074b50
const centralHeader = 0x02014b50
const endOfList64 = 0x06064b50
const locatorOfEnd64 = 0x07064b50
const endOfList = 0x06054b50
const version = 20
const version64 = 45
/** Sizes follow the data, and names are UTF-8. */
const flags = 0x0808
const stored = 0
const deflated = 8
const none16 = 0xffff
const none32 = 0xffffffff

const rowsPerChunk = 1000

/**
 * Streams an archive of files: at most one chunk of it is in memory, and compression runs off the thread that answers
 * requests. The next chunk is requested when the previous one has been consumed. The archive may hold any number of
 * files and bytes (ZIP64); no single file may reach four gigabytes.
 */
export async function* zipFiles(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  modifiedAt: Date,
): AsyncGenerator<Uint8Array> {
  // Numbers and names only: a small buffer would retain the whole slab that it was cut from.
  const files: ZippedFile[] = []
  let offset = 0
  for await (const { name, content, isPacked = false } of entries) {
    const file: ZippedFile = {
      name,
      method: isPacked ? stored : deflated,
      time: dosTime(modifiedAt),
      offset,
      crc: 0,
      sizeBytes: 0,
      packedBytes: 0,
    }
    const head = localHeaderOf(file)
    yield head
    for await (const chunk of isPacked ? measureChunks(content, file) : deflateChunks(content, file)) {
      file.packedBytes += chunk.length
      yield chunk
    }
    if (Math.max(file.sizeBytes, file.packedBytes) >= none32) throw new Error(`${name} is too large for an archive.`)
    const tail = descriptorOf(file)
    yield tail
    offset += head.length + file.packedBytes + tail.length
    files.push(file)
  }
  let listBytes = 0
  for (let first = 0; first < files.length; first += rowsPerChunk) {
    const rows = Buffer.concat(files.slice(first, first + rowsPerChunk).map(centralHeaderOf))
    listBytes += rows.length
    yield rows
  }
  yield endRecordOf({ count: files.length, sizeBytes: listBytes, offset })
}

type ZippedFile = {
  name: string
  method: number
  time: number
  offset: number
  crc: number
  sizeBytes: number
  packedBytes: number
}

async function* measureChunks(content: ZipEntry['content'], file: ZippedFile): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part
    file.crc = crc32(chunk, file.crc)
    file.sizeBytes += chunk.length
    yield chunk
  }
}

function deflateChunks(content: ZipEntry['content'], file: ZippedFile): AsyncIterable<Uint8Array> {
  const packer = createDeflateRaw()
  // An error in the content destroys the packer with it, so the reader of the packer receives it.
  pipeline(Readable.from(measureChunks(content, file)), packer, () => {})
  return packer
}

/** Returns a date in MS-DOS format, in UTC, to two seconds; the date is in the upper half. */
function dosTime(at: Date): number {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return day * 0x10000 + time
}

function localHeaderOf({ name, method, time }: ZippedFile): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(localHeader, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(method, 8)
  head.writeUInt32LE(time, 10)
  const nameBytes = Buffer.from(name)
  head.writeUInt16LE(nameBytes.length, 26)
  return Buffer.concat([head, nameBytes])
}

function descriptorOf({ crc, packedBytes, sizeBytes }: ZippedFile): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(dataDescriptor, 0)
  tail.writeUInt32LE(crc, 4)
  tail.writeUInt32LE(packedBytes, 8)
  tail.writeUInt32LE(sizeBytes, 12)
  return tail
}

function centralHeaderOf({ name, method, time, offset, crc, packedBytes, sizeBytes }: ZippedFile): Buffer {
  const isFar = offset >= none32
  const row = Buffer.alloc(46)
  row.writeUInt32LE(centralHeader, 0)
  row.writeUInt16LE(isFar ? version64 : version, 4)
  row.writeUInt16LE(isFar ? version64 : version, 6)
  row.writeUInt16LE(flags, 8)
  row.writeUInt16LE(method, 10)
  row.writeUInt32LE(time, 12)
  row.writeUInt32LE(crc, 16)
  row.writeUInt32LE(packedBytes, 20)
  row.writeUInt32LE(sizeBytes, 24)
  const nameBytes = Buffer.from(name)
  row.writeUInt16LE(nameBytes.length, 28)
  row.writeUInt16LE(isFar ? 12 : 0, 30)
  row.writeUInt32LE(isFar ? none32 : offset, 42)
  if (!isFar) return Buffer.concat([row, nameBytes])
  const farOffset = Buffer.alloc(12)
  farOffset.writeUInt16LE(1, 0)
  farOffset.writeUInt16LE(8, 2)
  farOffset.writeBigUInt64LE(BigInt(offset), 4)
  return Buffer.concat([row, nameBytes, farOffset])
}

function endRecordOf({ count, sizeBytes, offset }: { count: number; sizeBytes: number; offset: number }): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(endOfList, 0)
  end.writeUInt16LE(Math.min(count, none16), 8)
  end.writeUInt16LE(Math.min(count, none16), 10)
  end.writeUInt32LE(Math.min(sizeBytes, none32), 12)
  end.writeUInt32LE(Math.min(offset, none32), 16)
  if (count < none16 && sizeBytes < none32 && offset < none32) return end

  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(endOfList64, 0)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeUInt16LE(version64, 12)
  end64.writeUInt16LE(version64, 14)
  end64.writeBigUInt64LE(BigInt(count), 24)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(sizeBytes), 40)
  end64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(locatorOfEnd64, 0)
  locator.writeBigUInt64LE(BigInt(offset + sizeBytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}
