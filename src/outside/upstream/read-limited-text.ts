import type { Readable } from 'node:stream'

/** A response exceeds the maximum length. */
export class AnswerTooLongError extends Error {}

/** Reads the text of a response, up to this number of bytes. @throws AnswerTooLongError, and what the stream throws. */
export async function readLimitedText(body: Readable, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new AnswerTooLongError()
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
