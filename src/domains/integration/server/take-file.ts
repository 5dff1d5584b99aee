import type { Readable } from 'node:stream'
import { gunzipped } from './body.ts'
import { csvLines } from './csv.ts'
import type { LineKind } from './line-kinds.ts'
import { type BatchCounts, takeBatch, takeTold } from './take-batch.ts'

type Needs = Parameters<typeof takeBatch>[2]

/** Takes in a file of lines as its name says: in JSON or as CSV, packed (`.gz`) or not. */
export function takeFile(
  kind: LineKind,
  { name, source }: { name: string; source: Readable },
  needs: Needs,
): Promise<BatchCounts> {
  const plainName = name.toLowerCase().replace(/\.gz$/, '')
  const bytes = plainName.length < name.length ? gunzipped(source) : source
  return plainName.endsWith('.csv') ? takeTold(kind, csvLines(kind, bytes), needs) : takeBatch(kind, bytes, needs)
}
