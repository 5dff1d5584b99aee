import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { providerDeadlineSeconds } from './provider-deadline.ts'
import { itemKinds, payErrors } from './rules.ts'

const ItemId = z.int().check(z.positive())
/** The kind of item to pay: the `online_payment.rel_object_type` of an invoice. */
const RelatedObjectType = z.enum(itemKinds)
const ProviderId = z.string().check(z.regex(/^[\w-]{1,255}$/))
const PlatformName = z.string().check(z.regex(/^\w{1,50}$/))
const Euros = z.number()
const ItemInPath = z.strictObject({ related_object_type: z._default(RelatedObjectType, 'invoice') })

export const listPlatforms = call({
  method: 'GET',
  path: '/payment_platforms_available',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'critical',
  deadlineSeconds: providerDeadlineSeconds,
  reply: z.object({ platforms: z.array(z.string()) }),
  summary: 'Lists the available payment providers, the preferred one first',
})

export const readPublishableKey = call({
  method: 'GET',
  path: '/publishable_key/:platform',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'critical',
  deadlineSeconds: providerDeadlineSeconds,
  reply: z.object({ publishable_key: z.string() }),
  refusals: { platform_denied: 403 },
  summary: "Returns the public key for showing the provider's card fields",
})

/**
 * Starts the payment of an item with a method created by the provider's card fields. `amount` is the amount that the
 * customer has seen: if a different amount is owed, nothing is charged. As a `part`, it may be less than what is owed.
 */
export const StartPayment = z.strictObject({
  payment_method_id: ProviderId,
  platform_name: PlatformName,
  item_id: ItemId,
  related_object_type: RelatedObjectType,
  amount: z.optional(Euros.check(z.positive())),
  part: z.optional(z.boolean()),
})

/**
 * Resumes a payment after its holder has authenticated. `given_up` states that they returned from the provider's own
 * page without having paid.
 */
export const ConfirmPayment = z.strictObject({
  payment_intent_id: ProviderId,
  platform_name: PlatformName,
  given_up: z.optional(z.boolean()),
})

export const payItem = call({
  method: 'POST',
  path: '/pay',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'critical',
  deadlineSeconds: providerDeadlineSeconds,
  isNonTransactional: true,
  body: z.union([StartPayment, ConfirmPayment]),
  reply: z.object({
    success: z.boolean(),
    requires_action: z._default(z.boolean(), false),
    // An upstream server may return errors that have no message here.
    error: z.catch(z.nullable(z.enum(payErrors)), 'unknown_payment_error'),
    payment_intent_id: z._default(z.nullable(z.string()), null),
    /** Used by the browser to authenticate the holder; present only if that is required. */
    client_secret: z.optional(z.string()),
  }),
  refusals: {
    too_many_attempts: 429,
    not_payable: 409,
    amount_changed: 409,
    platform_denied: 403,
    provider_unavailable: 503,
  },
  summary: 'Pays an invoice by card, or continues a payment after authentication',
})

export const readTransferDetails = call({
  method: 'GET',
  path: '/transfer_details/:invoiceId',
  versions: [1, 2],
  access: 'customer',
  priority: 'critical',
  deadlineSeconds: providerDeadlineSeconds,
  query: ItemInPath,
  reply: z.object({
    invoice_number: z.string(),
    due_date: z.iso.date(),
    iban: z.string(),
    /** Null if unknown; within SEPA the account is enough. */
    bic: z.nullable(z.string()),
    beneficiary: z.string(),
    /** The concept that the transfer must state, so that it can be matched. */
    concept: z.string(),
    /** Of an invoice that is paid in parts, the next part; `due_date` is its day. */
    amount: Euros,
    /** What of the invoice is to be paid later, by the parts after it. */
    remaining: z.optional(Euros),
    /**
     * The same data as a QR code for banking apps (EPC069-12): the number of modules per side, and the dark ones as an
     * SVG path.
     */
    code: z.nullable(z.object({ size: z.int(), path: z.string() })),
  }),
  refusals: { no_transfer: 404 },
  summary: 'Returns the account and the concept for paying an invoice by transfer',
})
export type WireTransferDetails = z.output<typeof readTransferDetails.reply>

/** A missing value counts as unknown. */
const TextOrNull = z._default(z.nullable(z.string()), null)

/** Returns the last payment of an item. While none is known, everything is null and `error` is `internal_error`. */
export const readTransactionSummary = call({
  method: 'GET',
  path: '/transaction_summary/:invoiceId',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'critical',
  deadlineSeconds: providerDeadlineSeconds,
  query: ItemInPath,
  reply: z.object({
    transaction_id: TextOrNull,
    amount: z._default(z.nullable(Euros), null),
    currency: TextOrNull,
    last_transaction_update_at: TextOrNull,
    invoice_number: TextOrNull,
    invoice_concept: TextOrNull,
    payment_method_id: TextOrNull,
    payment_type: TextOrNull,
    card_last4: TextOrNull,
    paid_by_user_email: TextOrNull,
    /** The refunded amount; present only if there is one. */
    refunded_amount: z.optional(Euros),
    invoice_id: z.optional(z.number()),
    error: TextOrNull,
  }),
  summary: 'Lists the card payments of an invoice, with their time and payer',
})
export type TransactionSummary = z.output<typeof readTransactionSummary.reply>

export const downloadReceipt = call({
  method: 'GET',
  path: '/download_transaction_receipt/:invoiceId',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'critical',
  deadlineSeconds: providerDeadlineSeconds,
  query: ItemInPath,
  reply: 'file',
  refusals: { no_receipt: 404 },
  summary: 'Returns the receipt of a card payment as PDF',
})
