import { constants, inflateSync } from 'node:zlib'
import type { FileConcern } from './inspect-file.ts'

// Actions and parts of a PDF that run something, open something else or carry a file; none is needed to be read.
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
// So short that pictures have it by chance, so it counts only where objects are written.
const activeShort = new RegExp(`/JS${nameEnd}`)

// Objects may be packed together. Of what says so all is unpacked; other streams as far as it costs little, because what a
// stream is called may be hidden.
const mostObjectBytes = 20_000_000
const mostOtherBytes = { each: 2_000_000, inAll: 20_000_000 }
const headBytes = 4_096
const mostOpenActions = 20
const mostStreams = 20_000

/**
 * Whether a PDF brings what acts: script, programs to be started, forms that send themselves, files within it. Names are
 * read as readers do, with their letters written in hexadecimal too, wherever in the file they stand, also where only a broken
 * reader would look, and in objects that are packed together. What cannot be unpacked cannot be looked at.
 */
export function inspectPdf(content: Buffer): FileConcern | null {
  const raw = content.toString('latin1')
  const streams = streamsOf(raw)
  if (streams.length > mostStreams) return 'file_unreadable'
  const written = withPlainNames(raw)
  if (active.test(written) || opensSomething(written)) return 'file_active'
  if (activeShort.test(withPlainNames(withoutStreams(raw, streams)))) return 'file_active'
  return concernWithin(content, raw, streams)
}

/** The text with names such as `/J#61vaScript` written plainly. */
function withPlainNames(text: string): string {
  if (!text.includes('#')) return text
  // Letter by letter in bytes: a file of nothing else would take a replacing expression many seconds.
  const bytes = Buffer.from(text, 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] === hash ? hexadecimal(bytes[at + 1]) * 16 + hexadecimal(bytes[at + 2]) : Number.NaN
    bytes[length++] = Number.isNaN(code) ? bytes[at]! : code
    if (!Number.isNaN(code)) at += 2
  }
  return bytes.toString('latin1', 0, length)
}

const hash = 0x23

function hexadecimal(letter = 0): number {
  if (letter >= 0x30 && letter <= 0x39) return letter - 0x30
  const lower = letter | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN
}

/** Whether what is done on opening is anything but showing a place of the document. */
function opensSomething(text: string): boolean {
  let actions = 0
  for (const { index } of text.matchAll(/\/OpenAction(?![A-Za-z])/g)) {
    // A document opens once.
    if (++actions > mostOpenActions) return true
    const after = text.slice(index + '/OpenAction'.length, index + 600)
    const reference = /^\s*(\d{1,10})\s+(\d{1,5})\s+R/.exec(after)
    const begun = reference ? new RegExp(`\\b${reference[1]}\\s+${reference[2]}\\s+obj`).exec(text)?.index : undefined
    const action = reference ? (begun === undefined ? '' : text.slice(begun, begun + 600)) : after
    const kind = /^[^[]*?<<[\s\S]*?\/S\s*\/(\w+)/.exec(action)?.[1]
    if (kind && kind !== 'GoTo') return true
  }
  return false
}

type Stream = { keyword: number; begin: number; end: number }

/** Where streams begin, each for itself, however the ends of others are forged, and where the next end stands. */
function streamsOf(raw: string): Stream[] {
  const streams: Stream[] = []
  let end = 0
  for (const { index, 0: keyword } of raw.matchAll(/(?<!end)stream\r?\n/g)) {
    const begin = index + keyword.length
    if (end < begin) {
      const next = raw.indexOf('endstream', begin)
      end = next === -1 ? raw.length : next
    }
    streams.push({ keyword: index, begin, end })
    if (streams.length > mostStreams) break
  }
  return streams
}

function withoutStreams(raw: string, streams: readonly Stream[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { keyword, end } of streams) {
    if (keyword < at) continue
    pieces.push(raw.slice(at, keyword))
    at = end
  }
  return [...pieces, raw.slice(at)].join(' ')
}

/** What there is to say against what is packed into streams. */
function concernWithin(content: Buffer, raw: string, streams: readonly Stream[]): FileConcern | null {
  let objectBytes = mostObjectBytes
  let otherBytes = mostOtherBytes.inAll
  const isEncrypted = /\/Encrypt(?![A-Za-z])/.test(raw)
  for (const { keyword, begin, end } of streams) {
    const before = withPlainNames(raw.slice(Math.max(0, keyword - headBytes), keyword))
    const head = before.slice(before.lastIndexOf(' obj') + 1)
    const packed = content.subarray(begin, end)
    const isOfObjects = holdsObjects(head)
    // Words in a comment or a text may hide where the head begins.
    const isDisguised =
      !isOfObjects && holdsObjects(before) && hasOtherFilters(head) && !/\/XRef(?![A-Za-z])/.test(head)
    if (isDisguised || (isOfObjects && (isEncrypted || hasOtherFilters(head)))) return 'file_unreadable'
    const mostBytes = isOfObjects ? objectBytes : Math.min(mostOtherBytes.each, otherBytes)
    if (mostBytes <= 0 && !isOfObjects) continue
    const { text, spentBytes } = unpacked(packed, { isPlain: isOfObjects && !/\/Filter/.test(head), mostBytes })
    if (isOfObjects) objectBytes -= spentBytes
    else otherBytes -= spentBytes
    if (text === null && isOfObjects) return 'file_unreadable'
    if (text === null) continue
    const plain = withPlainNames(text)
    if (active.test(plain)) return 'file_active'
    if (isOfObjects && (activeShort.test(plain) || opensSomething(plain))) return 'file_active'
  }
  return null
}

/** Whether the dictionary of a stream is that of packed objects, with or without the name that it should have. */
function holdsObjects(head: string): boolean {
  return /\/ObjStm(?![A-Za-z])/.test(head) || (/\/First\b/.test(head) && /\/N\b/.test(head))
}

/** Whether something is packed in a way that is not read here. */
function hasOtherFilters(head: string): boolean {
  const listed = /\/Filter\s*\[([^\]]*)/.exec(head)?.[1]?.match(/\/\w+/g)
  const names = listed ?? /\/Filter\s*(\/\w+)/.exec(head)?.slice(1) ?? []
  return (
    names.length > 1 ||
    names.some((name) => !/^\/(?:FlateDecode|Fl)$/.test(name)) ||
    /\/Predictor\s+[2-9]|\/Predictor\s+1\d/.test(head)
  )
}

type Unpacked = { text: string | null; spentBytes: number }

/** What a stream says, where it can be unpacked into so many bytes, and what that has cost. */
function unpacked(packed: Buffer, { isPlain, mostBytes }: { isPlain: boolean; mostBytes: number }): Unpacked {
  if (mostBytes <= 0 || (isPlain && packed.length > mostBytes)) return { text: null, spentBytes: 0 }
  if (isPlain) return { text: packed.toString('latin1'), spentBytes: packed.length }
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostBytes }
    const bytes = inflateSync(packed, options)
    return { text: bytes.toString('latin1'), spentBytes: bytes.length }
  } catch (error) {
    // What is not packed like this is known from its first bytes.
    const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return { text: null, spentBytes: isTooLong ? mostBytes : 0 }
  }
}
