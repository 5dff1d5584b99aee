import type { Locale } from '#kit/locale.ts'
import type { FailureKind } from '#outside/asked.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { CardError } from './card-error.ts'

/** The providers that a retailer may offer. */
export type PlatformName = 'stripe' | 'redsys' | 'sandbox'

/**
 * What a provider answered instead of doing what it was asked, in its codes and never in its words, which may name somebody;
 * `status` is null where there was no answer.
 */
export type ProviderProblem = {
  failure: FailureKind
  status: number | null
  type: string | null
  code: string | null
  /** By which the provider finds the question in its own log. */
  providerRequestId: string | null
}

/** The provider has done nothing of what it was asked, for a reason that its customers cannot mend; when to ask again, where known. */
export type Unavailable = { kind: 'unavailable'; problem?: ProviderProblem; retryAfterSeconds?: number }

/**
 * Where the money of a payment is: `pending` is known to the provider and not decided, `unknown` gave no answer that tells,
 * `missing` is not known to the provider, and of `unavailable` no money was asked for; of the last two nothing was charged.
 * The card is named by those that hear of it only then.
 */
export type Outcome =
  | { kind: 'succeeded'; amountCents: Cents; cardLast4?: string }
  | { kind: 'requires_action'; clientSecret: string }
  | { kind: 'declined'; error: CardError }
  | { kind: 'pending' }
  | { kind: 'unknown'; problem?: ProviderProblem }
  | { kind: 'missing'; problem?: ProviderProblem }
  | Unavailable

/** One try at paying one thing. The provider is told the ids, and tells them again with every event. */
export type Order = {
  attemptId: string
  customerId: number
  amountCents: Cents
  /** What the provider's own card fields made of the card. */
  methodId: string
  /** What the provider shows beside the payment, e.g. the number of the invoice. */
  description: string
}

export type Prepared =
  /** `card` is the same for the same card, without telling its number; where the provider says. */
  | { kind: 'prepared'; paymentId: string; cardLast4: string | null; card?: string }
  | { kind: 'declined'; error: CardError }
  | Unavailable

/** Who goes to a page of a provider: their language, and the addresses to which they come back, with a payment or without. */
export type ProviderVisit = { locale: Locale; paidAddress: string; unpaidAddress: string }

/** What a browser posts to a page of a provider. */
export type ProviderForm = { address: string; fields: Record<string, string> }

export type Refund = { refundId: string; paymentId: string; amountCents: Cents }
/** What became of a refund: made, under an id of the provider's where it gives one, or not, or there was no answer. */
export type Refunded =
  | { kind: 'made'; providerRefund: string | null }
  | { kind: 'refused'; problem?: ProviderProblem }
  | { kind: 'unknown'; problem?: ProviderProblem }

/** A payment as its provider knows it, by the ids that it was told; what it was asked for is matched with all of it. */
export type PaymentReport = {
  attemptId: string
  customerId: number
  paymentId: string
  amountCents: Cents
  /** By ISO 4217. */
  currency: string
  outcome: Outcome
}
/** A refund of a payment was made, or was not taken by the holder's bank: one of ours, where it says which, or one made at the provider. */
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

/** A payment that has succeeded, as its provider lists it; whose it is, where it is one of ours. */
export type CapturedPayment = {
  paymentId: string
  attemptId: string | null
  customerId: number | null
  amountCents: Cents
  refundedCents: Cents
  /** By ISO 4217. */
  currency: string
  /** As it was given to the provider. */
  description: string
  methodId: string
  cardLast4: string | null
  at: Date
}

/** What a provider reports on its own: about one of our payments, or about something that is not ours to follow. */
export type ProviderReport = PaymentReport | RefundReport | null

/**
 * What the portal asks of a card provider. Amounts are euro cents. A payment is first made known and then asked for, in
 * two steps, so that its id is on our side before any money can move. Whatever the provider answers is an outcome, also that
 * it does not know us; only what a fault of this program can ask for throws.
 */
export type Payments = {
  /** The public half of the key, with which the browser shows the provider's card fields. */
  publishableKey: string
  /** Makes a payment known; no money moves. The same attempt is the same payment, however often it is prepared. */
  prepare(order: Order): Promise<Prepared>
  /** Asks for the money of a prepared payment, once per attempt however often it is asked. */
  confirm(payment: { paymentId: string; attemptId: string }): Promise<Outcome>
  /** How a payment stands now. */
  lookUp(paymentId: string): Promise<Outcome>
  /** Sees to it that a payment which has not succeeded never will; answers how it ended. */
  withdraw(paymentId: string): Promise<Outcome>
  /** Gives back so much of a payment that has succeeded. */
  refund(refund: Refund): Promise<Refunded>
  /**
   * Whether the same refund is made once, however often it is asked for by its id. Redsys knows none, so that after
   * `unknown` its report tells or a person has to look at it there.
   */
  repeatsRefunds: boolean
  /**
   * For a provider whose holders pay on a page of its own: what takes them there, signed; null once the payment has been
   * withdrawn. The others take cards in fields of theirs inside our pages.
   */
  formFor?(paymentId: string, visit: ProviderVisit): Promise<ProviderForm | null>
  /** The payments begun in a time that have succeeded, in no order; only of a provider that can tell. */
  listCaptured?(time: { from: Date; until: Date }): AsyncIterable<CapturedPayment>
  /** Whether the provider answers us, without anything happening there. @throws when not. */
  check?(): Promise<void>
  /** The event in a report of the provider, or null when its signature is wrong or, where it has a time, more than 300 s off. */
  verifyReport(received: { rawBody: string; headers: Record<string, unknown>; now: Date }): ReportedEvent | null
  /** What a verified event says. @throws UnreadableReport */
  readReport(payload: unknown): ProviderReport
}

export type ReportedEvent = { eventId: string; payload: unknown }

/** The age of a report's signature, in seconds, from which it may be a replayed one, and how far ahead a clock may be. */
export const reportToleranceSeconds = 300
