import { peek } from './archives/peek.ts'
import { RefusedFileError } from './refused-errors.ts'

/** Far longer than a record of any format; a file without line ends is not text. */
const MAX_LINE_LENGTH = 10_000
const SAMPLE_BYTES = 65_536
/** The line ends of Windows, Unix and old Macs. */
const lineEnd = /\r\n|\n|\r/

/**
 * Yields the lines of a text in batches, without line ends. Detects UTF-8, with or without a byte order mark, or
 * ISO-8859-15 from the first 64 kB. Throws `line_too_long` if it is not text.
 */
export async function* readTextLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const { first, whole } = await peek(bytes, SAMPLE_BYTES)
  const decoder = new TextDecoder(isUtf8(Buffer.concat(first)) ? 'utf-8' : 'iso-8859-15')
  let unfinished = ''
  for await (const chunk of whole) {
    const text = unfinished + decoder.decode(chunk, { stream: true })
    // A line end may be split between two chunks.
    const isCut = text.endsWith('\r')
    const lines = (isCut ? text.slice(0, -1) : text).split(lineEnd)
    unfinished = lines.pop()! + (isCut ? '\r' : '')
    if (unfinished.length > MAX_LINE_LENGTH) throw new RefusedFileError('line_too_long')
    if (lines.length > 0) yield lines
  }
  unfinished += decoder.decode()
  if (unfinished !== '') yield unfinished.replace(/\r$/, '').split(lineEnd)
}

/** Checks for UTF-8 in streaming mode, because the end of the sample may split a character. */
function isUtf8(sample: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return true
  } catch {
    return false
  }
}
