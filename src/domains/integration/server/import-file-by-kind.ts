import { Readable } from 'node:stream'
import type { ImportKind } from '../rules.ts'
import {
  importBankReturnsFile,
  importContractsFile,
  importF1File,
  importFuturesFile,
  importMeterFile,
  importPostcodesFile,
  importSupplyRegisterFile,
} from './file-importers.ts'
import {
  type CountedFile,
  type ImportCounts,
  type ImportFileDeps,
  type ImportFileSource,
  InterruptedError,
  importLinesOf,
  refuseFile,
  UnreadableFileError,
} from './import-file-source.ts'
import { fileReason } from './reason-messages.ts'

/**
 * Imports a file according to its kind. Returns `interrupted` if the process shuts down first; importing the file again
 * does not change what is already stored.
 */
export async function importFileByKind(
  kind: ImportKind | null,
  file: ImportFileSource,
  deps: ImportFileDeps,
): Promise<ImportCounts | 'interrupted'> {
  if (kind === null) return refuseFile(deps, fileReason('file', 'kind_unknown'))
  try {
    return await importAs(kind, countBytesRead(file, deps), deps)
  } catch (error) {
    if (error instanceof InterruptedError) return 'interrupted'
    if (error instanceof UnreadableFileError) return refuseFile(deps, error.reason)
    throw error
  }
}

function importAs(kind: ImportKind, file: CountedFile, deps: ImportFileDeps): Promise<ImportCounts> {
  switch (kind) {
    case 'f1':
      return importF1File(file, deps)
    case 'bank-returns':
      return importBankReturnsFile(file, deps)
    case 'contracts-file':
      return importContractsFile(file, deps)
    case 'meter-file':
      return importMeterFile(file, deps)
    case 'postcodes':
      return importPostcodesFile(file, deps)
    case 'futures':
      return importFuturesFile(file, deps)
    case 'supply-register':
      return importSupplyRegisterFile(file, deps)
    default:
      return importLinesOf(kind, file, deps)
  }
}

/** Wraps a file to count the bytes read. */
function countBytesRead(file: ImportFileSource, { onProgress, isEnding }: ImportFileDeps): CountedFile {
  let bytes = 0
  async function* passThrough(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      // A long file is interrupted between two chunks, whichever importer reads it.
      if (isEnding?.()) throw new InterruptedError()
      bytes += chunk.length
      await onProgress?.({ bytesRead: bytes })
      yield chunk
    }
  }
  return {
    ...file,
    bytesRead: () => bytes,
    open: async () => Readable.from(passThrough(await file.open()), { objectMode: false }),
  }
}
