/** The accepted files, as the `accept` of a file field: images, in the formats that telephones create, and PDF. */
export const uploadKinds = ['image/*', 'application/pdf'] as const

/** The detected media types. Vector images may contain scripts, so SVG is not included. */
export type UploadMediaType = (typeof fileSignatures)[number]['mediaType']

/** The maximum size of a file in bytes, whatever the retailer sets. */
export const maxFileBytes = 50_000_000

/**
 * Checks whether a text is padded base64, in a single pass from left to right: a regular expression is unsuitable for
 * many megabytes.
 */
export function isBase64(text: string, from = 0): boolean {
  if (from >= text.length || (text.length - from) % 4 !== 0) return false
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  for (let at = from; at < text.length - padding; at++) if (!isBase64Letter(text.charCodeAt(at))) return false
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

/**
 * The maximum number of files per hour from a network without a session. The size limit of a file is the same for
 * everyone.
 */
export const anonymousFilesPerHour = 40

/** The number of leading bytes needed to detect the type of a file. */
export const signatureBytes = 32

// The leading bytes of files of these types, as Latin-1 text.
const fileSignatures = [
  { mediaType: 'application/pdf', ending: 'pdf', begins: /^%PDF-/ },
  { mediaType: 'image/jpeg', ending: 'jpg', begins: /^\xff\xd8\xff/ },
  { mediaType: 'image/png', ending: 'png', begins: /^\x89PNG\r\n/ },
  { mediaType: 'image/gif', ending: 'gif', begins: /^GIF8[79]a/ },
  { mediaType: 'image/webp', ending: 'webp', begins: /^RIFF.{4}WEBP/s },
  { mediaType: 'image/heic', ending: 'heic', begins: /^.{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s },
  { mediaType: 'image/avif', ending: 'avif', begins: /^.{4}ftypavi[fs]/s },
  { mediaType: 'image/tiff', ending: 'tiff', begins: /^(?:II\*\0|MM\0\*)/ },
] as const

/** Returns the media type of a file by its first bytes, whatever its name; null for anything but an image or a PDF. */
export function detectMediaType(beginning: Uint8Array): UploadMediaType | null {
  const text = String.fromCharCode(...beginning.subarray(0, signatureBytes))
  return fileSignatures.find(({ begins }) => begins.test(text))?.mediaType ?? null
}

const maxNameLength = 100
const otherEndings: Partial<Record<UploadMediaType, RegExp>> = {
  'image/jpeg': /\.jpe?g$/i,
  'image/heic': /\.hei[cf]$/i,
  'image/tiff': /\.tiff?$/i,
}

/**
 * Returns the name under which a file is stored: without folders or control characters, and with the extension of its
 * actual type.
 */
export function storedFileName(originalName: string, mediaType: UploadMediaType): string {
  const { ending } = fileSignatures.find((known) => known.mediaType === mediaType)!
  const clean = (originalName.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim()
  const expectedEnding = otherEndings[mediaType] ?? new RegExp(`\\.${ending}$`, 'i')
  const stem = clean.replace(/\.[^.]*$/, '').slice(0, maxNameLength) || 'file'
  return expectedEnding.test(clean)
    ? `${stem}${clean.slice(clean.lastIndexOf('.')).toLowerCase()}`
    : `${stem}.${ending}`
}

/** The storage limits of a user: per day, and for all files not yet removed. */
export type UploadQuota = { filesPerDay: number; bytesPerDay: number; files: number; bytes: number }

type UsedQuota = { files: number; bytes: number; filesToday: number; bytesToday: number }

/** The quota that a user would exceed, with the limit for the message. */
export type QuotaExcess =
  | { code: 'upload_files_per_day' | 'upload_files'; values: { files: number } }
  | { code: 'upload_bytes_per_day' | 'upload_bytes'; values: { megabytes: number } }

/**
 * Returns the quota that files of these sizes would exceed given the current usage, or null. Quotas that waiting does
 * not reset are checked first.
 */
export function quotaExcess(used: UsedQuota, sizesBytes: readonly number[], quota: UploadQuota): QuotaExcess | null {
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
const maxPauseSeconds = 600

/** Returns the seconds until a file is scanned again after this many tries. */
export function secondsToNextScan(tries: number): number {
  return Math.min(maxPauseSeconds, firstPauseSeconds * 2 ** Math.max(0, tries - 1))
}
