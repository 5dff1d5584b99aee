import { extname } from 'node:path'

const mediaTypes: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.heic': 'image/heic',
  '.webp': 'image/webp',
}

/**
 * Returns the media type of a stored document from its name. Anything but images and PDF is an opaque byte stream to a
 * browser.
 */
export function mediaTypeOf(fileName: string): string {
  return mediaTypes[extname(fileName).toLowerCase()] ?? 'application/octet-stream'
}
