import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

type FilePart = { filename: string; file: Readable & { truncated: boolean } }

/**
 * Returns the file of a multipart request, truncated beyond this many bytes; undefined if the body is not valid
 * multipart.
 */
export async function readMultipartFile(request: FastifyRequest, maxBytes: number): Promise<FilePart | undefined> {
  const limits = { fileSize: maxBytes, files: 1, fields: 0, parts: 1 }
  const part = await request.file({ limits, throwFileSizeLimit: false }).catch(() => undefined)
  return part as FilePart | undefined
}
