import * as z from 'zod/mini'
import { approvalRefusals, orApproval, WaitingApproval } from '#desks/approvals/requested.ts'
import { listQuery } from '#desks/common/list-query.ts'
import { itemKinds, putAsideReasons, refundStates } from '#domains/payments/rules.ts'
import { call } from '#kit/call.ts'
import { exactUnits } from '#vocabulary/decimal.ts'
import { paymentRoles } from './roles.ts'
import { longestReason, paymentFilters } from './rules.ts'

/** What only operators read, and what only they do. */
const read = { method: 'GET', versions: [1], access: 'operator', roles: ['care', 'money'] } as const
const act = { method: 'POST', versions: [1], access: 'operator', roles: paymentRoles } as const

const Customer = z.object({ id: z.number(), name: z.string() })
const State = z.enum(['created', 'processing', 'requires_action', 'succeeded', 'failed', 'unknown'])
const Item = z.object({ kind: z.enum(itemKinds), number: z.string() })

/** One try at paying one invoice with one card. */
const PaymentInList = z.object({
  id: z.string(),
  at: z.string(),
  amount: z.number(),
  state: State,
  /** Why it failed, by the card's error. */
  error: z.nullable(z.string()),
  platform: z.string(),
  item: Item,
  customer: Customer,
  contract: z.nullable(z.string()),
  /** What has been given back of it, and whether there is a refund that has not ended. */
  refunded: z.number(),
  has_open_refund: z.boolean(),
})
export type PaymentInList = z.output<typeof PaymentInList>

export const listPayments = call({
  ...read,
  path: '/operator/payments',
  personalData: true,
  query: z.strictObject({
    q: listQuery.q,
    state: z._default(z.enum(paymentFilters), 'all'),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(PaymentInList), total: z.number() }),
  summary: 'Payments by card, the last one first, found by invoice, contract, customer or the provider’s reference',
})

const Refund = z.object({
  id: z.string(),
  amount: z.number(),
  state: z.enum(refundStates),
  /** Ordered by an operator here, or made at the provider, which reported it. */
  source: z.enum(['desk', 'provider']),
  is_owed_again: z.boolean(),
  reason: z.nullable(z.string()),
  ordered_by: z.nullable(z.string()),
  ordered_at: z.string(),
  updated_at: z.string(),
  provider_refund: z.nullable(z.string()),
})
export type ReadRefund = z.output<typeof Refund>

const Report = z.object({
  id: z.string(),
  /** What it said of the payment; null where it has not been read. */
  told: z.nullable(z.string()),
  received_at: z.string(),
  applied_at: z.nullable(z.string()),
  /** How often it could not be applied. */
  failures: z.number(),
  /** Why it is put aside; null where it is not. */
  reason: z.nullable(z.enum(putAsideReasons)),
})
export type ReadReport = z.output<typeof Report>

export const readPayment = call({
  ...read,
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
    customer: z.extend(Customer, { tax_id: z.string() }),
    contract: z.nullable(z.string()),
    /** All tries at paying the same, the last one first. */
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
    /** How much of it can still be given back. */
    refundable: z.number(),
    /** Whether this server can speak to its provider. */
    has_platform: z.boolean(),
    /** A refund of it that waits for another operator. */
    waiting_approval: z.nullable(WaitingApproval),
  }),
  summary: 'A payment with all tries at it, what its provider reported, and what was given back',
})
export type ReadPayment = z.output<typeof readPayment.reply>

export const reconcilePayment = call({
  ...act,
  path: '/operator/payments/:id/reconcile',
  inSteps: true,
  /** Whether the provider told how it stands, gave no answer, or had not been asked for money yet. */
  reply: z.object({ answer: z.enum(['told', 'silent', 'nothing']), state: State }),
  refusals: { platform_missing: 409 },
  summary: 'Asks the provider how a payment stands now, and books what it tells',
})

const Euros = z.number().check(
  z.positive('not_amount'),
  z.refine((euros) => exactUnits(String(euros), 2) !== null, 'not_amount'),
)

export const refundPayment = call({
  ...act,
  path: '/operator/payments/:id/refunds',
  inSteps: true,
  freshAuthentication: true,
  body: z.strictObject({
    /** Made by whoever asks: the same id is the same refund, however often it is asked for. */
    refund_id: z.uuid(),
    amount: Euros,
    reason: z.string().check(z.trim(), z.minLength(3, 'required'), z.maxLength(longestReason)),
    is_owed_again: z.boolean(),
  }),
  reply: orApproval(z.object({ state: z.enum(refundStates) })),
  refusals: {
    ...approvalRefusals,
    ...{ platform_missing: 409, not_refundable: 409, refund_too_much: 409, refund_id_used: 409 },
  },
  summary:
    'Asks another operator to approve that a payment or part of it is given back; the customer is told once it is',
})

export const settleRefund = call({
  ...act,
  path: '/operator/refunds/:id/settle',
  freshAuthentication: true,
  body: z.strictObject({ outcome: z.enum(['made', 'refused']) }),
  reply: 'nothing',
  refusals: { refund_not_unclear: 409 },
  summary: 'Writes down what became of a refund of which the provider gave no answer',
})
