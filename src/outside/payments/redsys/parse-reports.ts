import * as z from 'zod/mini'
import type { ProviderReport } from '../payment-provider.ts'
import { AttemptId, CustomerId, parseAs } from '../report-schemas.ts'
import { outcomeOfResponse } from './responses.ts'

/** The response code of a refund that was made. */
export const refundMadeCode = 900
/** The prefix of a refund's id, by which its report identifies it. */
export const refundPrefix = 'refund.'

const paymentTransaction = '0'
const refundTransaction = '3'

const ReportParameters = z.object({
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
type ReportParameters = z.output<typeof ReportParameters>

const RefundAnswer = z.object({
  Ds_Response: z.string().check(z.regex(/^\d{1,4}$/)),
  Ds_AuthorisationCode: z.optional(z.string().check(z.regex(/^[\w ]{0,12}$/))),
})

/** Parses Redsys' answer to a refund order. @throws UnreadableReportError */
export function parseRefundAnswer(answer: unknown): z.output<typeof RefundAnswer> {
  return parseAs(RefundAnswer, answer)
}

const Attempt = z.object({ customerId: CustomerId, attemptId: AttemptId })

/** Parses a report of Redsys about one of our payments; null for any other. @throws UnreadableReportError */
export function parseRedsysReport(payload: unknown): ProviderReport {
  const parameters = parseAs(ReportParameters, payload)
  if (parameters.Ds_TransactionType === refundTransaction) return parseRefundReport(parameters)
  const [, customerId, attemptId] = /^(\d+)\.([\w-]+)$/.exec(parameters.Ds_MerchantData) ?? []
  // The same terminal may accept other payments, which are unknown to the portal.
  if (parameters.Ds_TransactionType !== paymentTransaction || customerId === undefined) return null
  const attempt = parseAs(Attempt, { customerId, attemptId })
  const amountCents = Number(parameters.Ds_Amount)
  const outcome = outcomeOfResponse(parameters.Ds_Response, amountCents)
  const cardLast4 = /\d{4}$/.exec(parameters.Ds_Card_Last4 ?? parameters.Ds_Card_Number ?? '')?.[0]
  return {
    attemptId: attempt.attemptId,
    customerId: Number(attempt.customerId),
    paymentId: parameters.Ds_Order,
    amountCents,
    currency: currencyOf(parameters),
    outcome: outcome.kind === 'succeeded' && cardLast4 ? { ...outcome, cardLast4 } : outcome,
  }
}

/**
 * Parses the report of a refund. A refund that was not made has changed nothing, and its requester already has the
 * result.
 */
function parseRefundReport(parameters: ReportParameters): ProviderReport {
  if (Number(parameters.Ds_Response) !== refundMadeCode) return null
  const { Ds_MerchantData: data } = parameters
  const ours = AttemptId.safeParse(data.startsWith(refundPrefix) ? data.slice(refundPrefix.length) : undefined)
  return {
    paymentId: parameters.Ds_Order,
    refund: {
      kind: 'made',
      refundId: ours.success ? ours.data : null,
      providerRefund: parameters.Ds_AuthorisationCode?.trim() || null,
      amountCents: Number(parameters.Ds_Amount),
      currency: currencyOf(parameters),
    },
  }
}

/** Returns the ISO 4217 code of euros; for other currencies, the number that Redsys sends. */
function currencyOf({ Ds_Currency: currency }: ReportParameters): string {
  return currency === '978' ? 'EUR' : currency
}
