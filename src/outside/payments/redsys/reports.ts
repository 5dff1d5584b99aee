import * as z from 'zod/mini'
import type { ProviderReport } from '../payments.ts'
import { AttemptId, CustomerId, readAs } from '../reported.ts'
import { outcomeOfResponse } from './responses.ts'

/** What a refund answers that was made. */
export const refundMade = 900
/** What stands before the id of a refund, by which its report tells which it is of. */
export const refundMark = 'refund.'

const payment = '0'
const refund = '3'

const Told = z.object({
  Ds_Order: z.string().check(z.regex(/^[0-9A-Za-z]{4,12}$/)),
  Ds_TransactionType: z.string().check(z.regex(/^\w{1,2}$/)),
  Ds_Response: z.string().check(z.regex(/^\d{1,4}$/)),
  Ds_Amount: z.string().check(z.regex(/^\d{1,9}$/)),
  Ds_Currency: z.string().check(z.regex(/^\d{1,3}$/)),
  Ds_MerchantData: z._default(z.string().check(z.maxLength(1_024)), ''),
  Ds_AuthorisationCode: z.optional(z.string().check(z.regex(/^[\w ]{0,12}$/))),
  Ds_Card_Last4: z.optional(z.string().check(z.maxLength(40))),
  Ds_Card_Number: z.optional(z.string().check(z.maxLength(40))),
})
type Told = z.output<typeof Told>

const RefundAnswer = z.object({
  Ds_Response: z.string().check(z.regex(/^\d{1,4}$/)),
  Ds_AuthorisationCode: z.optional(z.string().check(z.regex(/^[\w ]{0,12}$/))),
})

/** What Redsys answers to an order of a refund. @throws UnreadableReport */
export function readRefundAnswer(answer: unknown): z.output<typeof RefundAnswer> {
  return readAs(RefundAnswer, answer)
}

const Attempt = z.object({ customerId: CustomerId, attemptId: AttemptId })

/** What a report of Redsys tells of a payment of ours. @throws UnreadableReport */
export function readRedsysReport(payload: unknown): ProviderReport {
  const told = readAs(Told, payload)
  if (told.Ds_TransactionType === refund) return refundIn(told)
  const [, customerId, attemptId] = /^(\d+)\.([\w-]+)$/.exec(told.Ds_MerchantData) ?? []
  // The same terminal may take other payments, of which we know nothing.
  if (told.Ds_TransactionType !== payment || customerId === undefined) return null
  const named = readAs(Attempt, { customerId, attemptId })
  const amountCents = Number(told.Ds_Amount)
  const outcome = outcomeOfResponse(told.Ds_Response, amountCents)
  const cardLast4 = /\d{4}$/.exec(told.Ds_Card_Last4 ?? told.Ds_Card_Number ?? '')?.[0]
  return {
    attemptId: named.attemptId,
    customerId: Number(named.customerId),
    paymentId: told.Ds_Order,
    amountCents,
    currency: currencyOf(told),
    outcome: outcome.kind === 'succeeded' && cardLast4 ? { ...outcome, cardLast4 } : outcome,
  }
}

/** What is told of a refund; one that was not made has changed nothing, and whoever asked for it was told. */
function refundIn(told: Told): ProviderReport {
  if (Number(told.Ds_Response) !== refundMade) return null
  const { Ds_MerchantData: data } = told
  const ours = AttemptId.safeParse(data.startsWith(refundMark) ? data.slice(refundMark.length) : undefined)
  return {
    paymentId: told.Ds_Order,
    refund: {
      kind: 'made',
      refundId: ours.success ? ours.data : null,
      providerRefund: told.Ds_AuthorisationCode?.trim() || null,
      amountCents: Number(told.Ds_Amount),
      currency: currencyOf(told),
    },
  }
}

/** By ISO 4217, where Redsys writes its numbers. */
function currencyOf({ Ds_Currency: currency }: Told): string {
  return currency === '978' ? 'EUR' : currency
}
