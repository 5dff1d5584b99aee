import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { isBase64, maxFileBytes } from './rules.ts'

// Base64 encodes three bytes as four characters. The maximum file size is a setting, checked when the file is claimed.
const maxContentLength = Math.ceil(maxFileBytes / 3) * 4

/** The prefix before the base64 in a data URL that a browser creates from a file. */
const dataUrlPrefix = /^data:[\w.+-]+\/[\w.+-]+;base64,/
const maxPrefixLength = 100

/**
 * Checks whether the content is base64, alone or as the data URL that a browser creates from a file:
 * `data:image/png;base64,…`.
 */
function isInlineContent(content: string): boolean {
  return isBase64(content, dataUrlPrefix.exec(content.slice(0, maxPrefixLength))?.[0].length ?? 0)
}

/**
 * An attached file: the id of an earlier upload, or a small file inline in the JSON, in base64 under either of the
 * names in the specification.
 */
export const SentFile = z.union([
  z.strictObject({ id: z.uuid() }),
  z.strictObject({
    filename: z.string().check(z.minLength(1), z.maxLength(255)),
    content: z.string().check(
      z.minLength(1),
      z.maxLength(maxContentLength),
      z.refine((content) => isBase64(content), 'invalid_value'),
    ),
  }),
  z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(255)),
    content: z.string().check(z.maxLength(maxContentLength + maxPrefixLength), z.refine(isInlineContent, 'file_kind')),
  }),
])
export type SentFile = z.output<typeof SentFile>

/** The refusals of a file, whoever sends it. */
export const fileRefusals = {
  file_missing: 400,
  file_empty: 400,
  file_kind: 415,
  file_too_large: 413,
  file_infected: 400,
  file_active: 415,
  file_unreadable: 415,
} as const

export const uploadFile = call({
  method: 'POST',
  path: '/uploads/',
  versions: [1, 2],
  access: 'anyone',
  acceptsFile: true,
  // The id of a visitor's file is a capability: any visitor who knows it may attach the file.
  hasSecrets: true,
  reply: z.object({ id: z.uuid() }),
  refusals: {
    ...fileRefusals,
    upload_files_per_day: 429,
    upload_bytes_per_day: 429,
    upload_files: 409,
    upload_bytes: 409,
    upload_closed: 403,
    too_many_attempts: 429,
  },
  summary: 'Receives an image or a PDF, to be attached to a request within a day',
})
