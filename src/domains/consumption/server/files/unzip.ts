import { crc32, createInflateRaw } from 'node:zlib'
import { inflate } from './gunzip.ts'
import { readAllBytes } from './read-all-bytes.ts'
import { RefusedFile } from './refused-errors.ts'
import { readZipEntries, type ZipEntry } from './zip-directory.ts'

export type NamedBytes = { name: string; bytes: AsyncIterable<Uint8Array> }

/**
 * Yields the files of a .zip. Each is read twice, the first time for its checksum: nothing of a damaged file is
 * emitted, and the other files are still read. Throws `archive_broken` if the archive is truncated, `file_empty` if it
 * contains no file, and `spreadsheet` for an Excel file.
 */
export async function* unzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<NamedBytes> {
  const archive = await readAllBytes(source)
  const entries = readZipEntries(archive)
  if (entries.some(({ name }) => name === '[Content_Types].xml')) throw new RefusedFile('spreadsheet')
  const files = entries.filter(isFileOfInterest)
  if (files.length === 0) throw new RefusedFile('file_empty')
  for (const file of files) yield { name: file.name, bytes: readCheckedContent(file, archive) }
}

/** Checks whether an entry is a file to read, as opposed to folders and the entries that macOS adds for each file. */
function isFileOfInterest({ name }: ZipEntry): boolean {
  return !name.endsWith('/') && !name.startsWith('__MACOSX/')
}

const STORED = 0
const DEFLATED = 8

async function* readCheckedContent(entry: ZipEntry, archive: Buffer): AsyncGenerator<Uint8Array> {
  let checksum = 0
  for await (const bytes of readContent(entry, archive)) checksum = crc32(bytes, checksum)
  if (checksum !== entry.checksum) throw new RefusedFile('archive_broken')
  yield* readContent(entry, archive)
}

async function* readContent({ method, start, compressedBytes }: ZipEntry, archive: Buffer): AsyncGenerator<Uint8Array> {
  const content = archive.subarray(start, start + compressedBytes)
  if (method === STORED) yield content
  else if (method === DEFLATED) yield* inflate(content, createInflateRaw)
  else throw new RefusedFile('archive_broken')
}
