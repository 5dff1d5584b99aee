/**
 * The first parts of a stream, of at least so much length together unless it is shorter, and the whole stream, not yet
 * consumed. What goes wrong in the first parts goes wrong again, after them, when the whole is read.
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
    return { first, whole: rejoined(first, failing(error)) }
  }
  return { first, whole: rejoined(first, parts) }
}

async function* rejoined<Part>(first: Part[], rest: AsyncIterator<Part>): AsyncGenerator<Part> {
  yield* first
  yield* { [Symbol.asyncIterator]: () => rest }
}

function failing(error: unknown): AsyncIterator<never> {
  return { next: () => Promise.reject(error) }
}
