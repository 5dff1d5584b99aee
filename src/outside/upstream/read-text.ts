import type { Readable } from 'node:stream'

/** An answer that is longer than it may be. */
export class AnswerTooLong extends Error {}

/** The text of an answer, of which no more is read than so many bytes. @throws AnswerTooLong, and what the stream throws. */
export async function readText(body: Readable, mostBytes: number): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length
    // Leaving the loop gives the connection up.
    if (bytes > mostBytes) throw new AnswerTooLong()
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
