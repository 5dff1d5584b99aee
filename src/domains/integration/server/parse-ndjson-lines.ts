import type { LineRefusal } from '#kit/server/import-line-result.ts'
import { importJsonLimits, JsonLimitError, parseLimitedJson } from '#kit/server/limited-json.ts'
import { type RejectionReason, rejectionReason } from '#vocabulary/rejection-reasons.ts'
import type { ParsedLine } from './import-lines.ts'
import { type RawLine, readLines } from './read-lines.ts'

const utf8Decoder = new TextDecoder('utf-8', { fatal: true })

/** Yields the objects of a stream with one UTF-8 JSON object per line. */
export async function* parseNdjsonLines(
  source: AsyncIterable<Uint8Array>,
  { maxBytes }: { maxBytes: number },
): AsyncGenerator<ParsedLine> {
  for await (const raw of readLines(source, { maxBytes }))
    yield { line: raw.line, bytes: raw.bytes?.length ?? 0, ...parseLine(raw, maxBytes) }
}

function parseLine({ bytes }: RawLine, maxBytes: number): { value: unknown } | { refusal: LineRefusal } {
  if (!bytes) return refusedLine('line_too_long', rejectionReason('line_too_long', { most: maxBytes }))
  let line: string
  try {
    line = utf8Decoder.decode(bytes)
  } catch {
    return refusedLine('not_text', rejectionReason('line_not_text'))
  }
  try {
    return { value: parseLimitedJson(line, importJsonLimits) }
  } catch (error) {
    if (error instanceof JsonLimitError) return refusedLine('invalid', rejectionReason('line_too_deep'))
    return refusedLine('not_json', rejectionReason('line_not_json'))
  }
}

function refusedLine(code: LineRefusal['code'], reason: RejectionReason): { refusal: LineRefusal } {
  return { refusal: { code, reason } }
}
