import * as z from 'zod/mini'
import type { EventType } from './rules.ts'

const Id = z.int()
const customerFields = { customer_id: z.nullable(Id), contract_id: z.nullable(Id) }

const requestData = z.strictObject({
  request_id: Id,
  /** The kind of contract change: `power`, `iban`, … */
  kind: z.string(),
  state: z.string(),
  customer_id: Id,
  contract_id: Id,
})
const paymentData = z.strictObject({
  payment_id: z.uuid(),
  item_kind: z.string(),
  item_id: Id,
  /** In euros. */
  amount: z.number(),
  platform: z.string(),
  customer_id: Id,
})
/** `amount` is the refunded amount. */
const refundData = z.extend(paymentData, { refund_id: z.uuid(), is_owed_again: z.boolean() })
const erasureData = z.strictObject({ erasure_id: Id, user_id: Id, answer_by: z.string() })
const contractData = z.strictObject({ customer_id: Id, contract_id: Id })

const invoiceFields = { customer_id: Id, contract_id: Id, invoice_id: Id, number: z.string() }
const invoiceData = z.strictObject({
  ...invoiceFields,
  /** What the invoice has too much, in euros; too little where negative. */
  difference: z.number(),
})

/**
 * The data sent with each type: ids and kinds, with which an authorised system can request the rest. docs/webhooks.md
 * shows each one.
 */
export const eventData = {
  'request.made': requestData,
  'request.signed': requestData,
  'request.sent': requestData,
  'request.done': requestData,
  'request.refused': requestData,
  'request.withdrawn': requestData,
  'request.expired': requestData,
  'case.opened': z.strictObject({
    case_id: Id,
    case_type: z.string(),
    due_on: z.nullable(z.string()),
    ...customerFields,
  }),
  'case.answered': z.strictObject({ case_id: Id, message_id: Id, ...customerFields }),
  'case.switch_undo_accepted': z.strictObject({
    case_id: Id,
    cups: z.string(),
    /** Whether the switch led to this retailer or away from it. */
    direction: z.string(),
    ...customerFields,
  }),
  'payment.settled': paymentData,
  'payment.failed': z.extend(paymentData, {
    /** The card error, or that the payment was aborted. */
    error: z.string(),
  }),
  'payment.refunded': refundData,
  'payment.refund_returned': refundData,
  'payment.debit_returned': z.strictObject({
    debit_return_id: Id,
    item_kind: z.string(),
    item_id: Id,
    /** In euros. */
    amount: z.number(),
    /** The code of the bank (ISO 20022). */
    reason_code: z.string(),
    /** Whether the debit may be presented again on the same mandate. */
    may_be_presented_again: z.boolean(),
    customer_id: Id,
  }),
  'invoice.checked': z.extend(invoiceData, { state: z.string() }),
  'invoice.held': invoiceData,
  'invoice.released': invoiceData,
  'invoice.plan_started': z.strictObject({
    ...invoiceFields,
    /** In euros. */
    parts: z.array(z.strictObject({ due_on: z.string(), amount: z.number() })),
  }),
  'invoice.plan_ended': z.strictObject({
    ...invoiceFields,
    /** `completed` or `missed`. */
    state: z.string(),
  }),
  'contract.made': z.extend(contractData, { lead_id: Id, energy: z.string() }),
  'contract.signed': z.extend(contractData, {
    /** The day that the holder has named for the switch; null for as soon as possible. */
    switch_on: z.nullable(z.string()),
  }),
  'contract.expired': contractData,
  'contract.leave_requested': z.extend(contractData, { revision_id: z.uuid(), leaves_on: z.string() }),
  'revision.notified': z.strictObject({
    revision_id: z.uuid(),
    kind: z.string(),
    product_id: Id,
    tariff: z.string(),
    applies_on: z.string(),
    contracts_notified: Id,
    contracts_not_notified: Id,
  }),
  'contract.withdrawn': contractData,
  'contract.switch_rejected': z.extend(contractData, {
    /** The code of table 27 of the CNMC, and what it means. */
    code: z.string(),
    reason: z.string(),
    rejected_on: z.string(),
  }),
  'contract.switch_ended': contractData,
  'contract.reconnection_requested': z.extend(contractData, {
    debt_id: Id,
    /** What is billed for it before taxes, in euros; negative where the customer is paid it. */
    amount: z.number(),
    is_wrongly_suspended: z.boolean(),
  }),
  'contract.protection_changed': z.extend(contractData, {
    /** Whether its supply is one that is not cut off. Why is told to nobody: it says something of somebody's health. */
    is_protected: z.boolean(),
    /** The last day on which it is; null once it no longer is. */
    until: z.nullable(z.string()),
  }),
  'lead.made': z.strictObject({ lead_id: Id, kind: z.string() }),
  'lead.closed': z.strictObject({ lead_id: Id, state: z.string(), ...customerFields }),
  'compensation.approved': z.strictObject({
    compensation_id: z.uuid(),
    customer_id: Id,
    contract_id: z.nullable(Id),
    /** In euros. The greater of it and the part of the first bill is paid. */
    minimum: z.number(),
    percent_of_first_bill: z.number(),
  }),
  'wallet.credit_expired': z.strictObject({
    customer_id: Id,
    battery_id: Id,
    /** In euros. */
    amount: z.number(),
    booked_on: z.string(),
  }),
  'consent.changed': z.strictObject({
    subject_kind: z.literal(['customer', 'user', 'email']),
    /** The id of a customer or user, or the hash of an e-mail address. */
    subject: z.string(),
    purpose: z.string(),
    agreed: z.boolean(),
    text_version: z.string(),
  }),
  'newsletter.address_changed': z.strictObject({
    /** The hashes of the old and the new e-mail address. */
    subject_before: z.string(),
    subject: z.string(),
  }),
  'account.changed': z.strictObject({
    user_id: Id,
    /** The holders whose contracts the user can see. */
    customer_ids: z.array(Id),
    /** The changed fields out of `name`, `email` and `phone`. */
    fields: z.array(z.string()),
  }),
  'erasure.requested': erasureData,
  'erasure.withdrawn': erasureData,
} as const satisfies Record<EventType, z.ZodMiniType>

/** An event with the data sent about it. */
export type RetailerEvent = {
  [Type in EventType]: { type: Type; data: z.output<(typeof eventData)[Type]> }
}[EventType]
