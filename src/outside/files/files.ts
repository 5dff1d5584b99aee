import type { Readable } from 'node:stream'

/** What is kept beside the database: attachments and stored documents. Rows of the database refer to them by key. */
export type Files = {
  /** Keeps these bytes and answers their key, which is the same for the same bytes. */
  put(content: Uint8Array): Promise<string>
  /** The bytes under a key, or undefined when there are none. */
  get(key: string): Promise<Readable | undefined>
}
