import { extname } from 'node:path'

const mediaTypes: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.heic': 'image/heic',
  '.webp': 'image/webp',
}

/** What a stored document is, by its name; what is not among images and PDF is only bytes to a browser. */
export function mediaTypeOf(fileName: string): string {
  return mediaTypes[extname(fileName).toLowerCase()] ?? 'application/octet-stream'
}
