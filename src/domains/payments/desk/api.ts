import * as z from 'zod/mini'
import { approvalRefusals, PendingApproval, withApprovalReply } from '#domains/approvals/approval-reply.ts'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { call } from '#kit/call.ts'
import { parseExactUnits } from '#vocabulary/decimal.ts'
import { providerDeadlineSeconds } from '../provider-deadline.ts'
import { refundStates } from '../refund-rules.ts'
import { itemKinds, putAsideReasons } from '../rules.ts'
import { paymentRoles } from './roles.ts'
import { maxReasonLength, paymentFilters } from './rules.ts'

/** Access of calls that read; only operators may use them. */
const providerCall = { versions: [1], access: 'operator', deadlineSeconds: providerDeadlineSeconds } as const
const readAccess = { ...providerCall, method: 'GET', roles: ['care', 'money'] } as const
const writeAccess = { ...providerCall, method: 'POST', roles: paymentRoles } as const

const State = z.enum(['created', 'processing', 'requires_action', 'succeeded', 'failed', 'unknown'])
const Item = z.object({ kind: z.enum(itemKinds), number: z.string() })

/** One attempt to pay one invoice with one card. */
const ListedPayment = z.object({
  id: z.string(),
  at: z.string(),
  amount: z.number(),
  state: State,
  /** The card error of a failed attempt. */
  error: z.nullable(z.string()),
  platform: z.string(),
  item: Item,
  customer: NamedRef,
  contract: z.nullable(z.string()),
  /** The refunded amount, and whether a refund is still in progress. */
  refunded: z.number(),
  has_open_refund: z.boolean(),
})
export type ListedPayment = z.output<typeof ListedPayment>

export const listPayments = call({
  ...readAccess,
  path: '/operator/payments',
  personalData: true,
  query: z.strictObject({
    q: listQuery.q,
    state: z._default(z.enum(paymentFilters), 'all'),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedPayment), total: z.number() }),
  summary: 'Searches card payments by invoice, contract, customer or the provider’s reference, newest first',
})

const Refund = z.object({
  id: z.string(),
  amount: z.number(),
  state: z.enum(refundStates),
  /** Whether an operator ordered the refund here, or it was made at the provider, which reported it. */
  source: z.enum(['desk', 'provider']),
  is_owed_again: z.boolean(),
  reason: z.nullable(z.string()),
  ordered_by: z.nullable(z.string()),
  ordered_at: z.string(),
  updated_at: z.string(),
  provider_refund: z.nullable(z.string()),
})
export type RefundDetails = z.output<typeof Refund>

const Report = z.object({
  id: z.string(),
  /** The payment state in the report; null if it has not been read. */
  told: z.nullable(z.string()),
  received_at: z.string(),
  applied_at: z.nullable(z.string()),
  /** The number of failed attempts to apply it. */
  failures: z.number(),
  /** Why it was set aside; null if it was not. */
  reason: z.nullable(z.enum(putAsideReasons)),
})
export type ProviderReportDetails = z.output<typeof Report>

export const readPayment = call({
  ...readAccess,
  path: '/operator/payments/:id',
  personalData: true,
  reply: z.object({
    id: z.string(),
    at: z.string(),
    updated_at: z.string(),
    amount: z.number(),
    state: State,
    error: z.nullable(z.string()),
    platform: z.string(),
    provider_payment: z.nullable(z.string()),
    card_last4: z.nullable(z.string()),
    paid_by: z.string(),
    item: z.extend(Item, { paid_status: z.string(), amount_pending: z.number() }),
    customer: z.extend(NamedRef, { tax_id: z.string() }),
    contract: z.nullable(z.string()),
    /** All attempts to pay the same item, newest first. */
    attempts: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        amount: z.number(),
        state: State,
        error: z.nullable(z.string()),
        platform: z.string(),
        card_last4: z.nullable(z.string()),
      }),
    ),
    reports: z.array(Report),
    refunds: z.array(Refund),
    /** The amount that can still be refunded. */
    refundable: z.number(),
    /** Whether this server has the credentials of the provider. */
    has_platform: z.boolean(),
    /** The open approval request for a refund of the payment. */
    waiting_approval: z.nullable(PendingApproval),
  }),
  summary: 'Returns a payment with all its attempts, the provider’s reports and its refunds',
})
export type PaymentDetails = z.output<typeof readPayment.reply>

export const reconcilePayment = call({
  ...writeAccess,
  path: '/operator/payments/:id/reconcile',
  isNonTransactional: true,
  /** Whether the provider returned the state, did not respond, or had not been asked to charge yet. */
  reply: z.object({ answer: z.enum(['told', 'silent', 'nothing']), state: State }),
  refusals: { platform_missing: 409 },
  summary: 'Queries the provider for the status of a payment, and books the result',
})

const Euros = z.number().check(
  z.positive('not_amount'),
  z.refine((euros) => parseExactUnits(String(euros), 2) !== null, 'not_amount'),
)

export const refundPayment = call({
  ...writeAccess,
  path: '/operator/payments/:id/refunds',
  isNonTransactional: true,
  freshAuthentication: true,
  body: z.strictObject({
    /** Generated by the client. Repeated requests with the same id refer to the same refund. */
    refund_id: z.uuid(),
    amount: Euros,
    reason: z.string().check(z.trim(), z.minLength(3, 'required'), z.maxLength(maxReasonLength)),
    is_owed_again: z.boolean(),
  }),
  reply: withApprovalReply(z.object({ state: z.enum(refundStates) })),
  refusals: {
    ...approvalRefusals,
    ...{ platform_missing: 409, not_refundable: 409, refund_too_much: 409, refund_id_used: 409 },
  },
  summary:
    'Asks another operator to approve a full or partial refund of a payment; the customer is notified once it is done',
})

export const settleRefund = call({
  ...writeAccess,
  path: '/operator/refunds/:id/settle',
  freshAuthentication: true,
  body: z.strictObject({ outcome: z.enum(['made', 'refused']) }),
  reply: 'nothing',
  refusals: { refund_not_unclear: 409 },
  summary: 'Records the outcome of a refund that the provider did not confirm',
})
