import type { Readable } from 'node:stream'
import { gunzipStream } from './decompress-body.ts'
import { type BatchCounts, importBatch, importParsedLines } from './import-batch.ts'
import type { LineKind } from './line-kinds.ts'
import { parseCsvLines } from './parse-csv-lines.ts'

type ImportLineFileOptions = Parameters<typeof importBatch>[2]

/** Imports a file of lines in the format given by its name: JSON or CSV, compressed (`.gz`) or not. */
export function importLineFile(
  kind: LineKind,
  { name, source }: { name: string; source: Readable },
  options: ImportLineFileOptions,
): Promise<BatchCounts> {
  const plainName = name.toLowerCase().replace(/\.gz$/, '')
  const bytes = plainName.length < name.length ? gunzipStream(source) : source
  return plainName.endsWith('.csv')
    ? importParsedLines(kind, parseCsvLines(kind, bytes), options)
    : importBatch(kind, bytes, options)
}
