import Stripe from 'stripe'
import * as z from 'zod/mini'
import { Code, ProviderId, ReportedCents } from '../report-schemas.ts'

const NullableCode = z.optional(z.nullable(Code))
const Card = z.object({
  last4: z.optional(z.nullable(z.string().check(z.regex(/^\d{4}$/)))),
  fingerprint: z.optional(z.nullable(ProviderId)),
})
const Method = z.object({ id: z.optional(ProviderId), card: z.optional(z.nullable(Card)) })

/** The members that are read of a payment in Stripe's answers; all others are dropped. */
const Intent = z.object({
  id: ProviderId,
  status: Code,
  amount_received: z._default(ReportedCents, 0),
  client_secret: z.optional(z.nullable(z.string().check(z.regex(/^[\w-]{1,500}$/)))),
  last_payment_error: z.optional(z.nullable(z.object({ code: NullableCode, decline_code: NullableCode }))),
  payment_method: z.optional(z.nullable(z.union([ProviderId, Method]))),
})
export type IntentAnswer = z.output<typeof Intent>

const Refund = z.object({ id: ProviderId, status: NullableCode })

const Charge = z.object({
  amount_refunded: z._default(ReportedCents, 0),
  payment_method_details: z.optional(z.nullable(z.object({ card: z.optional(z.nullable(Card)) }))),
})

/** The latest timestamp accepted in Stripe's lists, in seconds: the year 2100. */
const maxTimestampSeconds = 4_102_444_800

/** A payment of a list, with its last charge. */
const ListedIntentSchema = z.object({
  id: ProviderId,
  status: Code,
  metadata: z.object({ attempt_id: z.optional(z.unknown()), customer_id: z.optional(z.unknown()) }),
  amount_received: z._default(ReportedCents, 0),
  currency: z.string().check(z.regex(/^[a-z]{3}$/)),
  description: z.optional(z.nullable(z.string().check(z.maxLength(1_000)))),
  payment_method: z.optional(z.nullable(z.union([ProviderId, Method]))),
  latest_charge: z.optional(z.nullable(z.union([ProviderId, Charge]))),
  created: z.int().check(z.minimum(0), z.maximum(maxTimestampSeconds)),
})
export type ListedIntent = z.output<typeof ListedIntentSchema>

/** @throws a Stripe error that tells nothing about where the money is, if the answer is invalid. */
export function parseIntent(answer: unknown): IntentAnswer {
  return parseAnswer(Intent, answer)
}

/** @throws a Stripe error if the answer is invalid. */
export function parseRefund(answer: unknown): z.output<typeof Refund> {
  return parseAnswer(Refund, answer)
}

/** @throws a Stripe error if the answer is invalid. */
export function parseListedIntent(answer: unknown): ListedIntent {
  return parseAnswer(ListedIntentSchema, answer)
}

/**
 * Awaits the library's answer. The library fails on an answer without content. @throws a Stripe error in that case as
 * well.
 */
export async function awaitAnswer<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    throw error instanceof TypeError ? unreadableAnswerError('') : error
  }
}

function parseAnswer<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  const read = schema.safeParse(answer)
  if (read.success) return read.data
  const where = read.error.issues[0]?.path.map(String).join('.') ?? ''
  throw unreadableAnswerError(where)
}

function unreadableAnswerError(where: string): Error {
  return new Stripe.errors.StripeAPIError({ type: 'api_error', message: `unreadable answer: ${where}` })
}
