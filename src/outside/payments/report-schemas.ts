import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { parseId } from '#kit/parse-id.ts'
import type { ReportedEvent } from './payment-provider.ts'

/** A report with a valid signature whose content does not match the schema, with the path of the error. */
export class UnreadableReportError extends Error {}

/** The largest amount that the database holds. */
const maxCents = 2 ** 31 - 1

/** The form in which an attempt and its holder are identified to a provider, which returns them. */
export const AttemptId = z.uuid()
export const CustomerId = z.string().check(z.refine((text) => parseId(text) !== undefined))
export const ProviderId = z.string().check(z.regex(/^[\w.-]{1,255}$/))
export const ReportedCents = z.int().check(z.minimum(0), z.maximum(maxCents))
export const Code = z.string().check(z.regex(/^[\w.-]{1,100}$/))

/** Parses received data with a schema. @throws UnreadableReportError */
export function parseAs<Schema extends z.ZodMiniType>(schema: Schema, received: unknown): z.output<Schema> {
  const read = schema.safeParse(received)
  if (read.success) return read.data
  throw new UnreadableReportError(read.error.issues[0]?.path.map(String).join('.') ?? '')
}

/**
 * Parses the JSON of a signed body as an event. If its body or id cannot be parsed, the event is identified by a digest
 * of what was sent.
 */
export function parseEvent(rawBody: string): ReportedEvent {
  const payload = parseJson(rawBody)
  const id = ProviderId.safeParse((payload as { id?: unknown } | null | undefined)?.id)
  return id.success
    ? { eventId: id.data, payload }
    : { eventId: `unreadable-${digestOf(rawBody)}`, payload: encodeRawBody(rawBody) }
}

/** Wraps a body that no schema can parse, so that it can be stored whatever it contains. */
export function encodeRawBody(body: string): { raw: string } {
  return { raw: Buffer.from(body).toString('base64') }
}

/** Returns the digest by which a received text is recognised. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
