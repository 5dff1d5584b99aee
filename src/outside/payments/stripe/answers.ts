import Stripe from 'stripe'
import * as z from 'zod/mini'
import { Code, ProviderId, ReportedCents } from '../reported.ts'

const NullableCode = z.optional(z.nullable(Code))
const Card = z.object({
  last4: z.optional(z.nullable(z.string().check(z.regex(/^\d{4}$/)))),
  fingerprint: z.optional(z.nullable(ProviderId)),
})
const Method = z.object({ id: z.optional(ProviderId), card: z.optional(z.nullable(Card)) })

/** What is read of a payment that Stripe answers with; whatever else it says goes no further. */
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

/** The largest instant that Stripe's lists may hold, in seconds: the year 2100. */
const latestSeconds = 4_102_444_800

/** A payment of a list, with its last charge. */
const Listed = z.object({
  id: ProviderId,
  status: Code,
  metadata: z.object({ attempt_id: z.optional(z.unknown()), customer_id: z.optional(z.unknown()) }),
  amount_received: z._default(ReportedCents, 0),
  currency: z.string().check(z.regex(/^[a-z]{3}$/)),
  description: z.optional(z.nullable(z.string().check(z.maxLength(1_000)))),
  payment_method: z.optional(z.nullable(z.union([ProviderId, Method]))),
  latest_charge: z.optional(z.nullable(z.union([ProviderId, Charge]))),
  created: z.int().check(z.minimum(0), z.maximum(latestSeconds)),
})
export type ListedIntent = z.output<typeof Listed>

/** @throws an error of Stripe's that tells nothing of where the money is, where the answer is none. */
export function readIntent(answer: unknown): IntentAnswer {
  return readAnswer(Intent, answer)
}

/** @throws an error of Stripe's, where the answer is none. */
export function readRefund(answer: unknown): z.output<typeof Refund> {
  return readAnswer(Refund, answer)
}

/** @throws an error of Stripe's, where the answer is none. */
export function readListed(answer: unknown): ListedIntent {
  return readAnswer(Listed, answer)
}

/** What the library answers, which stumbles over an answer without any content. @throws an error of Stripe's then as well. */
export async function answerOf<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof TypeError ? unreadable('') : error
  }
}

function readAnswer<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  const read = schema.safeParse(answer)
  if (read.success) return read.data
  const where = read.error.issues[0]?.path.map(String).join('.') ?? ''
  throw unreadable(where)
}

function unreadable(where: string): Error {
  return new Stripe.errors.StripeAPIError({ type: 'api_error', message: `unreadable answer: ${where}` })
}
