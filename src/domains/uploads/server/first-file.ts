import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

type FilePart = { filename: string; file: Readable & { truncated: boolean } }

/** The file that comes in, cut off beyond so many bytes; a body that is no proper multipart has none. */
export async function firstFile(request: FastifyRequest, maxBytes: number): Promise<FilePart | undefined> {
  const limits = { fileSize: maxBytes, files: 1, fields: 0, parts: 1 }
  const part = await request.file({ limits, throwFileSizeLimit: false }).catch(() => undefined)
  return part as FilePart | undefined
}
