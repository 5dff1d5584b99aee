import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl'
import { RefusedFileError } from '../refused-errors.ts'
import { readAllBytes } from './read-all-bytes.ts'

export type NamedBytes = { name: string; bytes: AsyncIterable<Uint8Array> }

/**
 * Yields the files of a .zip. Each is read twice, the first time for its checksum: nothing of a damaged file is
 * emitted, and the other files are still read. Throws `archive_broken` if the archive is truncated, `file_empty` if it
 * contains no file, and `spreadsheet` for an Excel file.
 */
export async function* unzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<NamedBytes> {
  const { archive, entries } = await openArchive(await readAllBytes(source))
  if (entries.some((entry) => fileNameOf(entry) === '[Content_Types].xml')) throw new RefusedFileError('spreadsheet')
  const files = entries.filter(isFileOfInterest)
  if (files.length === 0) throw new RefusedFileError('file_empty')
  for (const file of files) yield { name: fileNameOf(file), bytes: readCheckedContent(archive, file) }
}

async function openArchive(bytes: Buffer): Promise<{ archive: ZipFile; entries: Entry[] }> {
  const entries: Entry[] = []
  try {
    // Nothing is written under the names of the files, so no name makes an archive invalid.
    const archive = await fromBufferPromise(bytes, { decodeStrings: false })
    for await (const entry of archive.eachEntry()) entries.push(entry)
    return { archive, entries }
  } catch (error) {
    throw new RefusedFileError('archive_broken', error)
  }
}

function fileNameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
}

/** Checks whether an entry is a file to read, as opposed to folders and the entries that macOS adds for each file. */
function isFileOfInterest(entry: Entry): boolean {
  const name = fileNameOf(entry)
  return !name.endsWith('/') && !name.startsWith('__MACOSX/')
}

async function* readCheckedContent(archive: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let checksum = 0
  for await (const bytes of readContent(archive, entry)) checksum = crc32(bytes, checksum)
  if (checksum !== entry.crc32) throw new RefusedFileError('archive_broken')
  yield* readContent(archive, entry)
}

/** Reads at most the bytes that the entry declares: more or fewer fail it. */
async function* readContent(archive: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* await archive.openReadStreamPromise(entry)
  } catch (error) {
    throw new RefusedFileError('archive_broken', error)
  }
}
