/** A line of a body or file with its number, from 1. `bytes` is null if the line is too long. */
export type RawLine = { line: number; bytes: Buffer | null }

const lineFeed = 10

/**
 * Yields the lines of a stream without line endings, however it is chunked. At most one line is held in memory, and
 * nothing of one that is too long. Empty lines are counted and skipped.
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  { maxBytes }: { maxBytes: number },
): AsyncGenerator<RawLine> {
  let line = 1
  let pieces: Buffer[] = []
  let length = 0

  function add(piece: Buffer) {
    length += piece.length
    if (length > maxBytes) pieces = []
    else pieces.push(piece)
  }
  function finishLine(): RawLine | undefined {
    const rawLine: RawLine = { line, bytes: length > maxBytes ? null : Buffer.concat(pieces) }
    line++
    pieces = []
    length = 0
    return rawLine.bytes && isBlank(rawLine.bytes) ? undefined : rawLine
  }

  for await (const chunk of source) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (let at = rest.indexOf(lineFeed); at >= 0; at = rest.indexOf(lineFeed)) {
      add(rest.subarray(0, at))
      const rawLine = finishLine()
      if (rawLine) yield rawLine
      rest = rest.subarray(at + 1)
    }
    // Copied, so that the few bytes of a line do not retain the whole chunk.
    if (rest.length > 0) add(Buffer.from(rest))
  }
  const last = length > 0 ? finishLine() : undefined
  if (last) yield last
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 32 || byte === 9 || byte === 13)
}
