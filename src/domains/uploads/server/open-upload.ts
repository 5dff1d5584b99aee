import type { Readable } from 'node:stream'
import { Refused } from '#kit/refusal.ts'
import type { Files } from '#outside/files/files.ts'

/** The columns of a stored file that are needed to open it. */
export type StoredUpload = { file_key: string; scan_state: string }

/**
 * Opens the content of a file that was scanned and found clean. This is the only way to open files uploaded by third
 * parties. @throws Refused `file_being_checked` 409 while the result is unknown, and `file_removed` 410 for one that
 * was found harmful.
 */
export async function openUpload(files: Files, { file_key, scan_state }: StoredUpload): Promise<Readable> {
  if (scan_state === 'infected') throw new Refused('file_removed', 410)
  if (scan_state !== 'clean') throw new Refused('file_being_checked', 409, { retryAfterSeconds: 60 })
  const content = await files.get(file_key)
  if (!content) throw new Error(`The file of an upload is missing: ${file_key}`)
  return content
}
