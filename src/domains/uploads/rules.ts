/** What may be sent, as a file field's `accept`: images, as telephones make them, and PDF. */
export const uploadKinds = ['image/*', 'application/pdf'] as const

/** Files that are drawn by a program may carry script, so SVG is no image here. */
export type UploadMediaType = (typeof signatures)[number]['mediaType']

/** What a file may weigh at most, whatever the retailer sets. */
export const largestFileBytes = 50_000_000

/** Whether a text is base64 whose end is filled up, read once from left to right: a file of many megabytes is no matter for a pattern. */
export function isBase64(text: string, from = 0): boolean {
  if (from >= text.length || (text.length - from) % 4 !== 0) return false
  const filling = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  for (let at = from; at < text.length - filling; at++) if (!isBase64Letter(text.charCodeAt(at))) return false
  return true
}

function isBase64Letter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 43 ||
    code === 47
  )
}

/** How many files may come in an hour from a network where nobody is signed in; the limit of one file is everybody's. */
export const anonymousFilesPerHour = 40

/** How many bytes from its beginning it takes to tell what a file is. */
export const tellingBytes = 32

// What files of these types begin with, as Latin text.
const signatures = [
  { mediaType: 'application/pdf', ending: 'pdf', begins: /^%PDF-/ },
  { mediaType: 'image/jpeg', ending: 'jpg', begins: /^\xff\xd8\xff/ },
  { mediaType: 'image/png', ending: 'png', begins: /^\x89PNG\r\n/ },
  { mediaType: 'image/gif', ending: 'gif', begins: /^GIF8[79]a/ },
  { mediaType: 'image/webp', ending: 'webp', begins: /^RIFF.{4}WEBP/s },
  { mediaType: 'image/heic', ending: 'heic', begins: /^.{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s },
  { mediaType: 'image/avif', ending: 'avif', begins: /^.{4}ftypavi[fs]/s },
  { mediaType: 'image/tiff', ending: 'tiff', begins: /^(?:II\*\0|MM\0\*)/ },
] as const

/** What a file is by its first bytes, whatever its name says; null for anything but an image or a PDF. */
export function typeOf(beginning: Uint8Array): UploadMediaType | null {
  const text = String.fromCharCode(...beginning.subarray(0, tellingBytes))
  return signatures.find(({ begins }) => begins.test(text))?.mediaType ?? null
}

const longestName = 100
const otherEndings: Partial<Record<UploadMediaType, RegExp>> = {
  'image/jpeg': /\.jpe?g$/i,
  'image/heic': /\.hei[cf]$/i,
  'image/tiff': /\.tiff?$/i,
}

/** The name under which a file is kept: without folders or control characters, and with the ending of what it is. */
export function nameFor(given: string, mediaType: UploadMediaType): string {
  const { ending } = signatures.find((known) => known.mediaType === mediaType)!
  const clean = (given.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim()
  const right = otherEndings[mediaType] ?? new RegExp(`\\.${ending}$`, 'i')
  const stem = clean.replace(/\.[^.]*$/, '').slice(0, longestName) || 'file'
  return right.test(clean) ? `${stem}${clean.slice(clean.lastIndexOf('.')).toLowerCase()}` : `${stem}.${ending}`
}

/** How much one user may store: in a day, and in all that is not removed. */
export type UploadQuota = { filesPerDay: number; bytesPerDay: number; files: number; bytes: number }

type Used = { files: number; bytes: number; filesToday: number; bytesToday: number }

/** The quota that a user would exceed, with the figure that is told. */
export type QuotaExcess =
  | { code: 'upload_files_per_day' | 'upload_files'; values: { files: number } }
  | { code: 'upload_bytes_per_day' | 'upload_bytes'; values: { megabytes: number } }

/** What keeps files of these sizes out, where so much is used already; first what waiting does not help against. */
export function quotaExcess(used: Used, sizesBytes: readonly number[], quota: UploadQuota): QuotaExcess | null {
  const files = sizesBytes.length
  const bytes = sizesBytes.reduce((sum, each) => sum + each, 0)
  if (used.files + files > quota.files) return { code: 'upload_files', values: { files: quota.files } }
  if (used.bytes + bytes > quota.bytes) return { code: 'upload_bytes', values: { megabytes: quota.bytes / 1e6 } }
  if (used.filesToday + files > quota.filesPerDay)
    return { code: 'upload_files_per_day', values: { files: quota.filesPerDay } }
  if (used.bytesToday + bytes > quota.bytesPerDay)
    return { code: 'upload_bytes_per_day', values: { megabytes: quota.bytesPerDay / 1e6 } }
  return null
}

const firstPauseSeconds = 10
const longestPauseSeconds = 600

/** After how long a file is looked at again that the scanner did not look at so many times. */
export function secondsToNextScan(tries: number): number {
  return Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.max(0, tries - 1))
}
