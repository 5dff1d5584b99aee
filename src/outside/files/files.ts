import type { Readable } from 'node:stream'
import type { VirusScan } from '../virus-scan/virus-scan.ts'

/** What is kept beside the database: attachments and stored documents. Rows of the database refer to them by key. */
export type Files = {
  /** Keeps these bytes and answers their key, which is the same for the same bytes. */
  put(content: Uint8Array): Promise<string>
  /**
   * Keeps what a stream brings, while it comes, under a key of its own, so that it can be removed without asking who else
   * has the same bytes. @throws what the stream throws, and then nothing is kept.
   */
  keep(content: Readable): Promise<{ key: string; sizeBytes: number }>
  /** The bytes under a key, or undefined when there are none. */
  get(key: string): Promise<Readable | undefined>
  /** Takes away what `keep` has kept; what is not there is no failure. */
  remove(key: string): Promise<void>
  /** The scanner that looks at what strangers send before it is opened; there may be none but the inspection of our own. */
  virusScan?: VirusScan
}

/** Whether this is what `put` or `keep` hand out: nothing else leads to a file. */
export function isFileKey(text: string): boolean {
  return /^[\da-f]{64}$/.test(text)
}
