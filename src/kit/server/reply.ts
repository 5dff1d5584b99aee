import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** JSON that the database has put together, sent as it is: parsing and writing it again would cost more than the query. */
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
  /** Whether the browser shows it instead of keeping it. */
  isInline?: boolean
}

/** Sends a file; its name reaches every browser in plain letters and in its own. */
export function sendFile(reply: FastifyReply, { content, fileName, mediaType, isInline = false }: FileReply) {
  return reply
    .type(mediaType)
    .header('content-disposition', contentDisposition(fileName, isInline ? 'inline' : 'attachment'))
    .header('x-content-type-options', 'nosniff')
    .send(content)
}

/** The header that makes a browser save or show a file as `fileName`, without letting the name break the header (RFC 6266). */
export function contentDisposition(fileName: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const clean = fileName.replace(/[\p{Cc}/\\]/gu, '_')
  const plain = clean.replace(/[^\w .()-]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(clean).replace(/['()*]/g, escapeByte)}`
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
