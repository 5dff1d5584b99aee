import type { Readable } from 'node:stream'
import type { VirusScanner } from '../virus-scan/virus-scanner.ts'

/** Storage for attachments and documents outside of the database. Database rows refer to files by key. */
export type Files = {
  /** Stores these bytes and returns their key, which is the same for the same bytes. */
  put(content: Uint8Array): Promise<string>
  /**
   * Stores a stream as it arrives under a unique key, so that it can be removed without checking who else stores the
   * same bytes. @throws what the stream throws; then nothing is stored.
   */
  putStream(content: Readable): Promise<{ key: string; sizeBytes: number }>
  /** Returns the bytes under a key, or undefined if there are none. */
  get(key: string): Promise<Readable | undefined>
  /** Removes a file stored by `putStream`. A missing file is not an error. */
  remove(key: string): Promise<void>
  /**
   * The scanner that checks third-party files before they are opened. Without one, only the built-in inspection
   * applies.
   */
  virusScan?: VirusScanner
}

/** Checks whether a text is a key as returned by `put` or `putStream`: nothing else leads to a file. */
export function isFileKey(text: string): boolean {
  return /^[\da-f]{64}$/.test(text)
}
