import * as z from 'zod/mini'
import type { FieldErrors } from './refusal.ts'

/** Field errors in a reply with status 200. If there are any, the call has changed nothing. */
export const ReplyErrors = z.optional(z.nullable(z.record(z.string(), z.union([z.string(), z.array(z.string())]))))

/** Returns the field errors of a reply, by field; undefined where it has none. */
export function readReplyErrors(reply: unknown): FieldErrors | undefined {
  const { errors } = (reply ?? {}) as { errors?: z.output<typeof ReplyErrors> }
  const entries = Object.entries(errors ?? {}).map(([field, texts]) => [field, [texts].flat()] as const)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
