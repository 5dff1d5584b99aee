import { buffer } from 'node:stream/consumers'
import type { Files } from '#outside/files/files.ts'

/** Reads a whole stored document. @throws when it is missing. */
export async function readDocument(files: Files, key: string): Promise<Buffer> {
  const stored = await files.get(key)
  if (!stored) throw new Error(`The file of a signature is missing: ${key}`)
  return buffer(stored)
}

// File systems allow 255 bytes; letters with accents take two.
const maxTitleLength = 120

/** Returns the name of a PDF file from its title: without characters that Windows refuses, and cut to 120. */
export function fileNameOf(title: string): string {
  return `${title.replace(/[/\\:*?"<>|]+/g, '-').slice(0, maxTitleLength)}.pdf`
}
