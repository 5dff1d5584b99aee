// The leading bytes of these file types, in hexadecimal.
const signatures: [mediaType: string, head: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
]

/**
 * Returns a base64 image as a data URL, with its type detected from its first bytes. Null for anything but PNG, JPEG,
 * GIF and WebP. SVG is excluded because it can carry script.
 */
export function rasterImageUrl(base64: string): string | null {
  const compact = base64.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return null
  const beginning = firstBytesOf(compact)
  const mediaType = signatures.find(([, head]) => head.test(beginning))?.[0]
  return mediaType ? `data:${mediaType};base64,${compact}` : null
}

function firstBytesOf(base64: string): string {
  const beginning = base64.slice(0, 16)
  // Four characters encode three bytes; an incomplete group is dropped.
  const bytes = atob(beginning.slice(0, beginning.length - (beginning.length % 4)))
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}
