import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { isBase64, largestFileBytes } from './rules.ts'

// Base64 writes three bytes with four letters. What a file may weigh is a setting, which whoever takes it over asks.
const longestContent = Math.ceil(largestFileBytes / 3) * 4

/** What a browser writes before the base64 when it makes an address of a file. */
const addressBeginning = /^data:[\w.+-]+\/[\w.+-]+;base64,/
const longestPrefix = 100

/** Base64, alone or as the address that a browser makes of a file: `data:image/png;base64,…`. */
function isInlineContent(content: string): boolean {
  return isBase64(content, addressBeginning.exec(content.slice(0, longestPrefix))?.[0].length ?? 0)
}

/**
 * A file that goes with something: one that was streamed before, by its id, or a small one inside the JSON, in base64 under
 * either of the names that the specification has for it.
 */
export const SentFile = z.union([
  z.strictObject({ id: z.uuid() }),
  z.strictObject({
    filename: z.string().check(z.minLength(1), z.maxLength(255)),
    content: z.string().check(
      z.minLength(1),
      z.maxLength(longestContent),
      z.refine((content) => isBase64(content), 'invalid_value'),
    ),
  }),
  z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(255)),
    content: z.string().check(z.maxLength(longestContent + longestPrefix), z.refine(isInlineContent, 'file_kind')),
  }),
])
export type SentFile = z.output<typeof SentFile>

/** What keeps a file out, whoever sends it. */
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
  takesFile: true,
  // Whoever knows the id of a visitor's file may send it with something.
  carriesSecrets: true,
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
  summary: 'Takes in an image or a PDF, to be sent along with something within a day',
})
