import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * JSON assembled by the database and sent unchanged: parsing and serialising it again would cost more than the query.
 */
export class JsonText {
  readonly bytes: Buffer

  constructor(text: string) {
    this.bytes = Buffer.from(text)
  }

  get text(): string {
    return this.bytes.toString()
  }
}

export type FileReply = {
  content: Buffer | Readable
  fileName: string
  mediaType: string
  /** Whether the browser shows the file instead of saving it. */
  isInline?: boolean
}

/** Sends a file. Its name is given both in ASCII and in full, for all browsers. */
export function sendFile(reply: FastifyReply, { content, fileName, mediaType, isInline = false }: FileReply) {
  return reply
    .type(mediaType)
    .header('content-disposition', formatContentDisposition(fileName, isInline ? 'inline' : 'attachment'))
    .header('x-content-type-options', 'nosniff')
    .send(content)
}

/**
 * Formats the header that makes a browser save or show a file as `fileName`, escaped so that the name cannot break the
 * header (RFC 6266).
 */
export function formatContentDisposition(fileName: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const clean = fileName.replace(/[\p{Cc}/\\]/gu, '_')
  const plain = clean.replace(/[^\w .()-]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(clean).replace(/['()*]/g, escapeByte)}`
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
