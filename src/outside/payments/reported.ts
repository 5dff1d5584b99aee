import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { ReportedEvent } from './payments.ts'

/** A report that its provider has signed and that does not say what such a report has to say; the path of what is wrong. */
export class UnreadableReport extends Error {}

const largestInteger = 2 ** 31 - 1

/** How an attempt and its holder are named to a provider, which tells them again. */
export const AttemptId = z.uuid()
export const CustomerId = z.string().check(
  z.regex(/^[1-9]\d{0,9}$/),
  z.refine((text) => Number(text) <= largestInteger),
)
export const ProviderId = z.string().check(z.regex(/^[\w.-]{1,255}$/))
export const ReportedCents = z.int().check(z.minimum(0), z.maximum(largestInteger))
export const Code = z.string().check(z.regex(/^[\w.-]{1,100}$/))

/** What was received, as a schema has it. @throws UnreadableReport */
export function readAs<Schema extends z.ZodMiniType>(schema: Schema, received: unknown): z.output<Schema> {
  const read = schema.safeParse(received)
  if (read.success) return read.data
  throw new UnreadableReport(read.error.issues[0]?.path.map(String).join('.') ?? '')
}

/** The JSON in a body that was signed, as an event; one whose body or id cannot be read is known by what was sent. */
export function eventIn(rawBody: string): ReportedEvent {
  const payload = parsed(rawBody)
  const id = ProviderId.safeParse((payload as { id?: unknown } | null | undefined)?.id)
  return id.success
    ? { eventId: id.data, payload }
    : { eventId: `unreadable-${digestOf(rawBody)}`, payload: raw(rawBody) }
}

/** What no schema reads, so that it can be stored whatever it holds. */
export function raw(body: string): { raw: string } {
  return { raw: Buffer.from(body).toString('base64') }
}

/** By which something that was sent is known again. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
