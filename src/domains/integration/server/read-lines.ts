/** A line of a body or a file by its number, from 1. Null is one that is longer than any may be. */
export type RawLine = { line: number; bytes: Buffer | null }

const lineFeed = 10

/**
 * The lines of a stream without their ends, however it was cut into pieces. No more than one line is held, and of one that
 * is too long nothing. Empty lines are counted and left out.
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  { longestBytes }: { longestBytes: number },
): AsyncGenerator<RawLine> {
  let line = 1
  let pieces: Buffer[] = []
  let length = 0

  function add(piece: Buffer) {
    length += piece.length
    if (length > longestBytes) pieces = []
    else pieces.push(piece)
  }
  function end(): RawLine | undefined {
    const whole: RawLine = { line, bytes: length > longestBytes ? null : Buffer.concat(pieces) }
    line++
    pieces = []
    length = 0
    return whole.bytes && isBlank(whole.bytes) ? undefined : whole
  }

  for await (const chunk of source) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (let at = rest.indexOf(lineFeed); at >= 0; at = rest.indexOf(lineFeed)) {
      add(rest.subarray(0, at))
      const whole = end()
      if (whole) yield whole
      rest = rest.subarray(at + 1)
    }
    // A copy, so that a few bytes of a line do not hold on to all of the piece.
    if (rest.length > 0) add(Buffer.from(rest))
  }
  const last = length > 0 ? end() : undefined
  if (last) yield last
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 32 || byte === 9 || byte === 13)
}
