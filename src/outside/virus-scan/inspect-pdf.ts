import { constants, inflateSync } from 'node:zlib'
import type { FileConcern } from './inspect-file.ts'

// Actions and parts of a PDF that run something, open something else or contain a file; none of them is needed for
// reading.
const activeNames = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'XFA',
  'RichMedia',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Rendition',
]
const nameEnd = '(?![^\\s()<>[\\]{}/%\\0])'
const active = new RegExp(`/(?:${activeNames.join('|')})${nameEnd}`)
// This name is so short that it occurs in pictures by chance, so it counts only where objects are written.
const activeShort = new RegExp(`/JS${nameEnd}`)

// Objects may be packed into streams. Declared object streams are decompressed completely; other streams only as far as
// it is cheap, because the type of a stream may be disguised.
const maxObjectBytes = 20_000_000
const maxOtherBytes = { each: 2_000_000, inAll: 20_000_000 }
const headBytes = 4_096
const maxOpenActions = 20
const maxStreams = 20_000

/**
 * Checks whether a PDF contains active content: script, programs to be launched, forms that submit themselves, embedded
 * files. Names are decoded as readers do, including letters in hexadecimal, anywhere in the file, also where only a
 * faulty reader would look, and in packed objects. Content that cannot be decompressed cannot be inspected.
 */
export function inspectPdf(content: Buffer): FileConcern | null {
  const raw = content.toString('latin1')
  const streams = findStreams(raw)
  if (streams.length > maxStreams) return 'file_unreadable'
  const written = decodeNames(raw)
  if (active.test(written) || hasActiveOpenAction(written)) return 'file_active'
  if (activeShort.test(decodeNames(removeStreams(raw, streams)))) return 'file_active'
  return inspectStreams(content, raw, streams)
}

/** Decodes names such as `/J#61vaScript`. */
function decodeNames(text: string): string {
  if (!text.includes('#')) return text
  // Byte by byte: with a file of nothing but escapes a regular expression would take many seconds.
  const bytes = Buffer.from(text, 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] === hash ? parseHexDigit(bytes[at + 1]) * 16 + parseHexDigit(bytes[at + 2]) : Number.NaN
    bytes[length++] = Number.isNaN(code) ? bytes[at]! : code
    if (!Number.isNaN(code)) at += 2
  }
  return bytes.toString('latin1', 0, length)
}

const hash = 0x23

function parseHexDigit(letter = 0): number {
  if (letter >= 0x30 && letter <= 0x39) return letter - 0x30
  const lower = letter | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN
}

/** Checks whether the action on opening does anything other than showing a place in the document. */
function hasActiveOpenAction(text: string): boolean {
  let actions = 0
  for (const { index } of text.matchAll(/\/OpenAction(?![A-Za-z])/g)) {
    // A document has only one open action.
    if (++actions > maxOpenActions) return true
    const after = text.slice(index + '/OpenAction'.length, index + 600)
    const reference = /^\s*(\d{1,10})\s+(\d{1,5})\s+R/.exec(after)
    const objectIndex = reference
      ? new RegExp(`\\b${reference[1]}\\s+${reference[2]}\\s+obj`).exec(text)?.index
      : undefined
    const action = reference ? (objectIndex === undefined ? '' : text.slice(objectIndex, objectIndex + 600)) : after
    const kind = /^[^[]*?<<[\s\S]*?\/S\s*\/(\w+)/.exec(action)?.[1]
    if (kind && kind !== 'GoTo') return true
  }
  return false
}

type PdfStream = { keyword: number; begin: number; end: number }

/**
 * Returns where each stream starts, independently of the others, whose ends may be forged, and where the next end
 * marker is.
 */
function findStreams(raw: string): PdfStream[] {
  const streams: PdfStream[] = []
  let end = 0
  for (const { index, 0: keyword } of raw.matchAll(/(?<!end)stream\r?\n/g)) {
    const begin = index + keyword.length
    if (end < begin) {
      const next = raw.indexOf('endstream', begin)
      end = next === -1 ? raw.length : next
    }
    streams.push({ keyword: index, begin, end })
    if (streams.length > maxStreams) break
  }
  return streams
}

function removeStreams(raw: string, streams: readonly PdfStream[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { keyword, end } of streams) {
    if (keyword < at) continue
    pieces.push(raw.slice(at, keyword))
    at = end
  }
  return [...pieces, raw.slice(at)].join(' ')
}

/** Returns the concern about the content of the streams, or null. */
function inspectStreams(content: Buffer, raw: string, streams: readonly PdfStream[]): FileConcern | null {
  let objectBytes = maxObjectBytes
  let otherBytes = maxOtherBytes.inAll
  const isEncrypted = /\/Encrypt(?![A-Za-z])/.test(raw)
  for (const { keyword, begin, end } of streams) {
    const before = decodeNames(raw.slice(Math.max(0, keyword - headBytes), keyword))
    const head = before.slice(before.lastIndexOf(' obj') + 1)
    const packed = content.subarray(begin, end)
    const isOfObjects = holdsObjects(head)
    // Text in a comment or a string may hide where the head starts.
    const isDisguised =
      !isOfObjects && holdsObjects(before) && hasOtherFilters(head) && !/\/XRef(?![A-Za-z])/.test(head)
    if (isDisguised || (isOfObjects && (isEncrypted || hasOtherFilters(head)))) return 'file_unreadable'
    const maxBytes = isOfObjects ? objectBytes : Math.min(maxOtherBytes.each, otherBytes)
    if (maxBytes <= 0 && !isOfObjects) continue
    const { text, spentBytes } = decompressStream(packed, { isPlain: isOfObjects && !/\/Filter/.test(head), maxBytes })
    if (isOfObjects) objectBytes -= spentBytes
    else otherBytes -= spentBytes
    if (text === null && isOfObjects) return 'file_unreadable'
    if (text === null) continue
    const plain = decodeNames(text)
    if (active.test(plain)) return 'file_active'
    if (isOfObjects && (activeShort.test(plain) || hasActiveOpenAction(plain))) return 'file_active'
  }
  return null
}

/** Checks whether the dictionary of a stream is that of packed objects, with or without the correct type name. */
function holdsObjects(head: string): boolean {
  return /\/ObjStm(?![A-Za-z])/.test(head) || (/\/First\b/.test(head) && /\/N\b/.test(head))
}

/** Checks whether a stream uses a compression that is not supported here. */
function hasOtherFilters(head: string): boolean {
  const listed = /\/Filter\s*\[([^\]]*)/.exec(head)?.[1]?.match(/\/\w+/g)
  const names = listed ?? /\/Filter\s*(\/\w+)/.exec(head)?.slice(1) ?? []
  return (
    names.length > 1 ||
    names.some((name) => !/^\/(?:FlateDecode|Fl)$/.test(name)) ||
    /\/Predictor\s+[2-9]|\/Predictor\s+1\d/.test(head)
  )
}

type DecompressedStream = { text: string | null; spentBytes: number }

/** Returns the text of a stream if it fits into this number of bytes when decompressed, and the bytes spent on it. */
function decompressStream(
  packed: Buffer,
  { isPlain, maxBytes }: { isPlain: boolean; maxBytes: number },
): DecompressedStream {
  if (maxBytes <= 0 || (isPlain && packed.length > maxBytes)) return { text: null, spentBytes: 0 }
  if (isPlain) return { text: packed.toString('latin1'), spentBytes: packed.length }
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes }
    const bytes = inflateSync(packed, options)
    return { text: bytes.toString('latin1'), spentBytes: bytes.length }
  } catch (error) {
    // Other compression is detected from the first bytes, so the attempt costs nothing.
    const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return { text: null, spentBytes: isTooLong ? maxBytes : 0 }
  }
}
