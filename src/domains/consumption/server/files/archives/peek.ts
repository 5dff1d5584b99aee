/**
 * Returns the first parts of a stream, together of at least the given length unless the stream is shorter, and the
 * whole stream, not yet consumed. An error in the first parts is thrown again, after them, when the whole stream is
 * read.
 */
export async function peek<Part extends { length: number }>(
  source: AsyncIterable<Part>,
  length: number,
): Promise<{ first: Part[]; whole: AsyncGenerator<Part> }> {
  const parts = source[Symbol.asyncIterator]()
  const first: Part[] = []
  try {
    for (let size = 0; size < length; size += first.at(-1)!.length) {
      const next = await parts.next()
      if (next.done) break
      first.push(next.value)
    }
  } catch (error) {
    return { first, whole: rejoin(first, failingIterator(error)) }
  }
  return { first, whole: rejoin(first, parts) }
}

async function* rejoin<Part>(first: Part[], rest: AsyncIterator<Part>): AsyncGenerator<Part> {
  yield* first
  yield* { [Symbol.asyncIterator]: () => rest }
}

function failingIterator(error: unknown): AsyncIterator<never> {
  return { next: () => Promise.reject(error) }
}
