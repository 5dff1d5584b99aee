import type { Readable } from 'node:stream'
import { Refused } from '#kit/refusal.ts'
import type { Files } from '#outside/files/files.ts'

/** A stored file as far as opening it goes. */
export type StoredUpload = { file_key: string; scan_state: string }

/**
 * The one way to what strangers sent: the content of a file that has been looked at and found clean. @throws Refused
 * `file_being_checked` 409 while nobody knows, and `file_removed` 410 for one that was found to do harm.
 */
export async function openUpload(files: Files, { file_key, scan_state }: StoredUpload): Promise<Readable> {
  if (scan_state === 'infected') throw new Refused('file_removed', 410)
  if (scan_state !== 'clean') throw new Refused('file_being_checked', 409, { retryAfterSeconds: 60 })
  const content = await files.get(file_key)
  if (!content) throw new Error(`The file of an upload is missing: ${file_key}`)
  return content
}
