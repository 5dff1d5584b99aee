import * as z from 'zod/mini'
import type { EventType } from './rules.ts'

const Id = z.int()
const Of = { customer_id: z.nullable(Id), contract_id: z.nullable(Id) }

const Request = z.strictObject({
  request_id: Id,
  /** Which change of the contract: `power`, `iban`, … */
  kind: z.string(),
  state: z.string(),
  customer_id: Id,
  contract_id: Id,
})
const Payment = z.strictObject({
  payment_id: z.uuid(),
  item_kind: z.string(),
  item_id: Id,
  /** Euros. */
  amount: z.number(),
  platform: z.string(),
  customer_id: Id,
})
/** `amount` is what was given back of the payment. */
const Refund = z.extend(Payment, { refund_id: z.uuid(), is_owed_again: z.boolean() })
const Erasure = z.strictObject({ erasure_id: Id, user_id: Id, answer_by: z.string() })
const Contract = z.strictObject({ customer_id: Id, contract_id: Id })

/** What goes out with each type: ids and kinds, by which a system that may know more asks for it. docs/webhooks.md shows each. */
export const eventData = {
  'request.made': Request,
  'request.signed': Request,
  'request.sent': Request,
  'request.done': Request,
  'request.refused': Request,
  'request.withdrawn': Request,
  'request.expired': Request,
  'case.opened': z.strictObject({ case_id: Id, case_type: z.string(), due_on: z.nullable(z.string()), ...Of }),
  'case.answered': z.strictObject({ case_id: Id, message_id: Id, ...Of }),
  'payment.settled': Payment,
  'payment.failed': z.extend(Payment, {
    /** Why not: the card's error, or that it was broken off. */
    error: z.string(),
  }),
  'payment.refunded': Refund,
  'payment.refund_returned': Refund,
  'contract.made': z.extend(Contract, { lead_id: Id, energy: z.string() }),
  'contract.signed': Contract,
  'contract.expired': Contract,
  'lead.made': z.strictObject({ lead_id: Id, kind: z.string() }),
  'lead.closed': z.strictObject({ lead_id: Id, state: z.string(), ...Of }),
  'wallet.credit_expired': z.strictObject({
    customer_id: Id,
    battery_id: Id,
    /** Euros. */
    amount: z.number(),
    booked_on: z.string(),
  }),
  'consent.changed': z.strictObject({
    subject_kind: z.literal(['customer', 'user', 'email']),
    /** The id of a customer or a user, or the hash of a mail address. */
    subject: z.string(),
    purpose: z.string(),
    agreed: z.boolean(),
    text_version: z.string(),
  }),
  'newsletter.address_changed': z.strictObject({
    /** The hashes of the mail addresses, the one from before and the one of now. */
    subject_before: z.string(),
    subject: z.string(),
  }),
  'account.changed': z.strictObject({
    user_id: Id,
    /** The holders whose contracts the user sees. */
    customer_ids: z.array(Id),
    /** Which of `name`, `email` and `phone` are others now. */
    fields: z.array(z.string()),
  }),
  'erasure.requested': Erasure,
  'erasure.withdrawn': Erasure,
} as const satisfies Record<EventType, z.ZodMiniType>

/** Something that has happened, with what goes out of it. */
export type RetailerEvent = {
  [Type in EventType]: { type: Type; data: z.output<(typeof eventData)[Type]> }
}[EventType]
