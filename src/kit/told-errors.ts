import * as z from 'zod/mini'
import type { FieldErrors } from './refusal.ts'

/** What a server may say of fields in a reply with status 200: then nothing has been done. */
export const ToldErrors = z.optional(z.nullable(z.record(z.string(), z.union([z.string(), z.array(z.string())]))))

/** What a reply says of fields, by field; undefined when it says nothing. */
export function toldErrors(reply: unknown): FieldErrors | undefined {
  const { errors } = (reply ?? {}) as { errors?: z.output<typeof ToldErrors> }
  const told = Object.entries(errors ?? {}).map(([field, texts]) => [field, [texts].flat()] as const)
  return told.length > 0 ? Object.fromEntries(told) : undefined
}
