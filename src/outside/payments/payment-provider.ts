import type { Locale } from '#vocabulary/locale.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { FailureKind } from '../outbound-call.ts'
import type { CardError } from './card-error.ts'

/**
 * The error that a provider returned instead of carrying out a request, as codes and never as a message, which may
 * contain personal data. `status` is null if there was no response.
 */
export type ProviderProblem = {
  failure: FailureKind
  status: number | null
  type: string | null
  code: string | null
  /** The id by which the provider finds the request in its own log. */
  providerRequestId: string | null
}

/**
 * The provider has carried out nothing, for a reason that customers cannot fix. `retryAfterSeconds` is set if known.
 */
export type ProviderUnavailable = { kind: 'unavailable'; problem?: ProviderProblem; retryAfterSeconds?: number }

/**
 * The state of a payment's money: `pending` is known to the provider and undecided, `unknown` means that no response
 * settles it, `missing` is not known to the provider, and for `unavailable` no money was requested; with the last two
 * nothing was charged. `cardLast4` is set by providers that learn the card only on payment.
 */
export type PaymentOutcome =
  | { kind: 'succeeded'; amountCents: Cents; cardLast4?: string }
  | { kind: 'requires_action'; clientSecret: string }
  | { kind: 'declined'; error: CardError }
  | { kind: 'pending' }
  | { kind: 'unknown'; problem?: ProviderProblem }
  | { kind: 'missing'; problem?: ProviderProblem }
  | ProviderUnavailable

/** One attempt to pay one item. The ids are sent to the provider, which returns them with every event. */
export type PaymentOrder = {
  attemptId: string
  customerId: number
  amountCents: Cents
  /** The token that the provider's own card fields created for the card. */
  methodId: string
  /** The text that the provider shows with the payment, e.g. the number of the invoice. */
  description: string
}

export type PreparedPayment =
  /**
   * `card` is a fingerprint: the same for the same card, without revealing its number. Set if the provider supplies
   * one.
   */
  | { kind: 'prepared'; paymentId: string; cardLast4: string | null; card?: string }
  | { kind: 'declined'; error: CardError }
  | ProviderUnavailable

/** A visit to a page of the provider: the language, and the addresses to return to, with a payment or without. */
export type ProviderVisit = { locale: Locale; paidAddress: string; unpaidAddress: string }

/** A form that a browser posts to a page of a provider. */
export type ProviderForm = { address: string; fields: Record<string, string> }

export type RefundOrder = { refundId: string; paymentId: string; amountCents: Cents }
/** The outcome of a refund: made, with the provider's id if it has one; refused; or without an answer. */
export type RefundOutcome =
  | { kind: 'made'; providerRefund: string | null }
  | { kind: 'refused'; problem?: ProviderProblem }
  | { kind: 'unknown'; problem?: ProviderProblem }

/**
 * A payment as its provider knows it, with the ids it was given. All of it is compared with the payment that was
 * requested.
 */
export type PaymentReport = {
  attemptId: string
  customerId: number
  paymentId: string
  amountCents: Cents
  /** ISO 4217. */
  currency: string
  outcome: PaymentOutcome
}
/**
 * A refund of a payment was made, or the holder's bank did not accept it. It is one of ours if the provider says which,
 * or one made at the provider.
 */
export type RefundReport = {
  refund: {
    kind: 'made' | 'returned'
    refundId: string | null
    providerRefund: string | null
    amountCents: Cents
    currency: string
  }
  paymentId: string
}

/** A successful payment in the provider's list, with its attempt and customer if it is one of ours. */
export type CapturedPayment = {
  paymentId: string
  attemptId: string | null
  customerId: number | null
  amountCents: Cents
  refundedCents: Cents
  /** ISO 4217. */
  currency: string
  /** As sent to the provider. */
  description: string
  methodId: string
  cardLast4: string | null
  at: Date
}

/** A report that a provider sends on its own: about one of our payments, or null for anything else. */
export type ProviderReport = PaymentReport | RefundReport | null

/**
 * The port to a card provider. Amounts are euro cents. A payment is first prepared and then confirmed, in two steps, so
 * that its id is stored on our side before any money can move. Any answer of the provider is an outcome, even that it
 * does not know us; methods throw only for what a bug in this program can cause.
 */
export type PaymentProvider = {
  /** The public key with which the browser shows the provider's card fields. */
  publishableKey: string
  /**
   * Creates a payment at the provider without moving money. The same attempt is the same payment, however often it is
   * prepared.
   */
  prepare(order: PaymentOrder): Promise<PreparedPayment>
  /** Requests the money of a prepared payment, once per attempt however often it is called. */
  confirm(payment: { paymentId: string; attemptId: string }): Promise<PaymentOutcome>
  /** Returns the current state of a payment. */
  lookUp(paymentId: string): Promise<PaymentOutcome>
  /** Ensures that a payment that has not succeeded never will. Returns its final outcome. */
  withdraw(paymentId: string): Promise<PaymentOutcome>
  /** Refunds this amount of a successful payment. */
  refund(refund: RefundOrder): Promise<RefundOutcome>
  /**
   * Whether a refund is made once, however often it is requested with the same id. Redsys does not support this, so
   * after `unknown` its report settles the outcome or an operator has to check it there.
   */
  repeatsRefunds: boolean
  /**
   * For a provider whose holders pay on its own page: returns the signed form that leads there, or null once the
   * payment has been withdrawn. The other providers accept cards in their own fields inside our pages.
   */
  createForm?(paymentId: string, visit: ProviderVisit): Promise<ProviderForm | null>
  /**
   * Lists the successful payments started within a period, in no particular order. Only for providers that support it.
   */
  listCaptured?(time: { from: Date; until: Date }): AsyncIterable<CapturedPayment>
  /** Checks whether the provider responds, without side effects. @throws if not. */
  check?(): Promise<void>
  /**
   * Returns the event in a report of the provider, or null if its signature is invalid or, where it contains a time,
   * more than 300 s off.
   */
  verifyReport(received: { rawBody: string; headers: Record<string, unknown>; now: Date }): ReportedEvent | null
  /** Parses a verified event. @throws UnreadableReportError */
  readReport(payload: unknown): ProviderReport
}

export type ReportedEvent = { eventId: string; payload: unknown }

/** Maximum age of a report's signature in seconds, beyond which it may be a replay, and the maximum lead of a clock. */
export const reportToleranceSeconds = 300
