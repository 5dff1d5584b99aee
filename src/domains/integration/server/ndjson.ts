import { importJsonLimits, JsonLimitExceeded, parseLimitedJson } from '#kit/server/limited-json.ts'
import type { LineRefusal } from '#kit/server/told-line.ts'
import { because, type ToldReason } from '#vocabulary/told-reasons.ts'
import { type RawLine, readLines } from './read-lines.ts'
import type { ToldLine } from './take-lines.ts'

const text = new TextDecoder('utf-8', { fatal: true })

/** The objects of a stream that has one per line, as JSON in UTF-8. */
export async function* ndjsonLines(
  source: AsyncIterable<Uint8Array>,
  { longestBytes }: { longestBytes: number },
): AsyncGenerator<ToldLine> {
  for await (const raw of readLines(source, { longestBytes }))
    yield { line: raw.line, bytes: raw.bytes?.length ?? 0, ...readLine(raw, longestBytes) }
}

function readLine({ bytes }: RawLine, longestBytes: number): { value: unknown } | { refusal: LineRefusal } {
  if (!bytes) return refused('line_too_long', because('line_too_long', { most: longestBytes }))
  let line: string
  try {
    line = text.decode(bytes)
  } catch {
    return refused('not_text', because('line_not_text'))
  }
  try {
    return { value: parseLimitedJson(line, importJsonLimits) }
  } catch (error) {
    if (error instanceof JsonLimitExceeded) return refused('invalid', because('line_too_deep'))
    return refused('not_json', because('line_not_json'))
  }
}

function refused(code: LineRefusal['code'], reason: ToldReason): { refusal: LineRefusal } {
  return { refusal: { code, reason } }
}
