import { peek } from './peek.ts'
import { RefusedFile } from './refused.ts'

/** No record of any format comes near; a file without line ends is no text. */
const MAX_LINE_LENGTH = 10_000
const SAMPLE_BYTES = 65_536
/** As Windows, Unix and old Macs end lines. */
const lineEnd = /\r\n|\n|\r/

/**
 * The lines of a text in batches, without their ends. UTF-8, with or without a mark at the beginning, or ISO-8859-15,
 * whichever the first 64 kB are. Throws `line_too_long` where it is no text.
 */
export async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const { first, whole } = await peek(bytes, SAMPLE_BYTES)
  const decoder = new TextDecoder(isUtf8(Buffer.concat(first)) ? 'utf-8' : 'iso-8859-15')
  let unfinished = ''
  for await (const chunk of whole) {
    const text = unfinished + decoder.decode(chunk, { stream: true })
    // The end of a line may be cut in two.
    const isCut = text.endsWith('\r')
    const lines = (isCut ? text.slice(0, -1) : text).split(lineEnd)
    unfinished = lines.pop()! + (isCut ? '\r' : '')
    if (unfinished.length > MAX_LINE_LENGTH) throw new RefusedFile('line_too_long')
    if (lines.length > 0) yield lines
  }
  unfinished += decoder.decode()
  if (unfinished !== '') yield unfinished.replace(/\r$/, '').split(lineEnd)
}

/** A character may be cut in two by the end of the sample, which streaming forgives. */
function isUtf8(sample: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return true
  } catch {
    return false
  }
}
