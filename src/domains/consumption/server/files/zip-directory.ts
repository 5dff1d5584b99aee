import { RefusedFile } from './refused-errors.ts'

/** One file of an archive: its compression method, the CRC-32 of its content, and where its compressed bytes are. */
export type ZipEntry = { name: string; method: number; checksum: number; compressedBytes: number; start: number }

// Field offsets: PKWARE's APPNOTE 6.3.10, sections 4.3.7 (before each file), 4.3.12 (directory) and 4.3.16 (end of directory).
const LOCAL_HEADER = { signature: 0x04034b50, size: 30, nameLength: 26, extraLength: 28 }
const DIRECTORY_ENTRY = {
  signature: 0x02014b50,
  size: 46,
  flags: 8,
  method: 10,
  checksum: 16,
  compressedBytes: 20,
  nameLength: 28,
  extraLength: 30,
  commentLength: 32,
  localHeader: 42,
}
const END_OF_DIRECTORY = { signature: 0x06054b50, size: 22, entries: 10, directory: 16 }
const MAX_COMMENT_BYTES = 65_535
const IS_UTF8 = 0x800

/** Returns the files in the directory at the end of a .zip. Throws `archive_broken` if it is truncated or damaged. */
export function readZipEntries(archive: Buffer): ZipEntry[] {
  const end = findEndOfDirectory(archive)
  const entries: ZipEntry[] = []
  try {
    let at = archive.readUInt32LE(end + END_OF_DIRECTORY.directory)
    for (let count = archive.readUInt16LE(end + END_OF_DIRECTORY.entries); count > 0; count--) {
      const { entry, next } = readEntryAt(archive, at)
      entries.push(entry)
      at = next
    }
  } catch (error) {
    throw new RefusedFile('archive_broken', error)
  }
  return entries
}

/** Finds the end-of-directory record, which is at the end of the archive, before a comment. */
function findEndOfDirectory(archive: Buffer): number {
  const last = archive.length - END_OF_DIRECTORY.size
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--) {
    if (archive.readUInt32LE(at) === END_OF_DIRECTORY.signature) return at
  }
  throw new RefusedFile('archive_broken')
}

function readEntryAt(archive: Buffer, at: number): { entry: ZipEntry; next: number } {
  checkSignature(archive, at, DIRECTORY_ENTRY.signature)
  const encoding = archive.readUInt16LE(at + DIRECTORY_ENTRY.flags) & IS_UTF8 ? 'utf8' : 'latin1'
  const nameEnd = at + DIRECTORY_ENTRY.size + archive.readUInt16LE(at + DIRECTORY_ENTRY.nameLength)
  const entry = {
    name: archive.toString(encoding, at + DIRECTORY_ENTRY.size, nameEnd),
    method: archive.readUInt16LE(at + DIRECTORY_ENTRY.method),
    checksum: archive.readUInt32LE(at + DIRECTORY_ENTRY.checksum),
    compressedBytes: archive.readUInt32LE(at + DIRECTORY_ENTRY.compressedBytes),
    start: startOfContent(archive, archive.readUInt32LE(at + DIRECTORY_ENTRY.localHeader)),
  }
  const rest =
    archive.readUInt16LE(at + DIRECTORY_ENTRY.extraLength) + archive.readUInt16LE(at + DIRECTORY_ENTRY.commentLength)
  return { entry, next: nameEnd + rest }
}

function startOfContent(archive: Buffer, at: number): number {
  checkSignature(archive, at, LOCAL_HEADER.signature)
  const { size, nameLength, extraLength } = LOCAL_HEADER
  return at + size + archive.readUInt16LE(at + nameLength) + archive.readUInt16LE(at + extraLength)
}

function checkSignature(archive: Buffer, at: number, signature: number): void {
  if (archive.readUInt32LE(at) !== signature) throw new RefusedFile('archive_broken')
}
