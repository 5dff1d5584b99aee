import type { LineRefusal } from '#kit/server/told-line.ts'
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
  if (!bytes) return refused('line_too_long', `The line is longer than ${longestBytes} bytes.`)
  let line: string
  try {
    line = text.decode(bytes)
  } catch {
    return refused('not_text', 'The line is not text in UTF-8.')
  }
  try {
    return { value: JSON.parse(line) }
  } catch {
    return refused('not_json', 'The line is not an object in JSON.')
  }
}

function refused(code: LineRefusal['code'], reason: string): { refusal: LineRefusal } {
  return { refusal: { code, reason } }
}
