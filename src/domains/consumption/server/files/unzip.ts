import { crc32, createInflateRaw } from 'node:zlib'
import { allBytesOf } from './all-bytes.ts'
import { inflated } from './gunzip.ts'
import { RefusedFile } from './refused.ts'
import { entriesIn, type ZipEntry } from './zip-directory.ts'

export type NamedBytes = { name: string; bytes: AsyncIterable<Uint8Array> }

/**
 * The files of a .zip. Each is read twice, the first time for its checksum: nothing of a damaged one is passed on, and those
 * beside it are read. Throws `archive_broken` when the archive is cut off, `file_empty` when there is none in it, and
 * `spreadsheet` for an Excel file.
 */
export async function* unzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<NamedBytes> {
  const archive = await allBytesOf(source)
  const entries = entriesIn(archive)
  if (entries.some(({ name }) => name === '[Content_Types].xml')) throw new RefusedFile('spreadsheet')
  const files = entries.filter(isFileOfInterest)
  if (files.length === 0) throw new RefusedFile('file_empty')
  for (const file of files) yield { name: file.name, bytes: checkedContentOf(file, archive) }
}

/** Folders, and what macOS adds about each file, are none. */
function isFileOfInterest({ name }: ZipEntry): boolean {
  return !name.endsWith('/') && !name.startsWith('__MACOSX/')
}

const STORED = 0
const DEFLATED = 8

async function* checkedContentOf(entry: ZipEntry, archive: Buffer): AsyncGenerator<Uint8Array> {
  let checksum = 0
  for await (const bytes of contentOf(entry, archive)) checksum = crc32(bytes, checksum)
  if (checksum !== entry.checksum) throw new RefusedFile('archive_broken')
  yield* contentOf(entry, archive)
}

async function* contentOf({ method, start, compressedBytes }: ZipEntry, archive: Buffer): AsyncGenerator<Uint8Array> {
  const content = archive.subarray(start, start + compressedBytes)
  if (method === STORED) yield content
  else if (method === DEFLATED) yield* inflated(content, createInflateRaw)
  else throw new RefusedFile('archive_broken')
}
