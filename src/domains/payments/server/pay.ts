import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { PaymentOutcome, PaymentProvider } from '#outside/payments/payment-provider.ts'
import { type OpenAttemptStatus, resolveOpenAttempt } from '../rules.ts'
import {
  type Attempt,
  attemptKeyOf,
  closeBeforeCharge,
  createAttempt,
  findOpenAttempt,
  markChargeRequested,
} from './attempt-store.ts'
import type { Item } from './items.ts'
import { recordOutcome } from './record-outcome.ts'
import { chargedCents, isOutdated, refuseOutdated, type SeenAmount } from './refuse-other-amount.ts'

/** The payment providers that this server is configured for, by name. */
export type Platforms = ReadonlyMap<string, PaymentProvider>

type Log = { error(details: object, message: string): void }

/** `log` is the request's logger, if there is a request, so that provider failures can be found by the request id. */
export type PaymentDeps = { db: Kysely<DB>; platforms: Platforms; clock: () => Date; log: Log }

/** The progress of an attempt; the secret is present while its holder has to authenticate. */
export type PaymentProgress = { attempt: Attempt; clientSecret?: string; retryAfterSeconds?: number }

type StartPaymentInput = SeenAmount & {
  item: Item
  platform: string
  methodId: string
  userId: number
  requestId: string
  /** Admits or refuses a try before the provider is called; called again once the card is known. */
  admit: (card?: string) => Promise<void>
}

/**
 * Pays an item with a method. Returns null if it cannot be paid now: nothing is owed (any more), or another payment of
 * it is in progress.
 * @throws Refused if the amount owed differs from the one seen, or changed while the payment was being prepared.
 */
export async function startPayment(deps: PaymentDeps, input: StartPaymentInput): Promise<PaymentProgress | null> {
  const { item, methodId, platform, seenCents, isPart, userId, requestId, admit } = input
  const amountCents = chargedCents(item, input)
  const open = await findOpenAttempt(deps.db, item)
  if (open) {
    // On the provider's own page the card is not known in advance, and the same order may be continued there.
    const isSamePage = open.platform === platform && usesProviderPage(deps, platform)
    const requested = { methodId: isSamePage ? open.provider_method : methodId, amountCents }
    const verdict = resolveOpenAttempt(openAttemptStatusOf(open, deps.clock()), requested)
    if (verdict === 'wait') return null
    if (verdict === 'resume') return refreshAttempt(deps, open, (payments, paymentId) => payments.lookUp(paymentId))
    await admit()
    const closed = await closeAttempt(deps, open)
    if (closed.attempt.state !== 'failed') return closed.attempt.state === 'succeeded' ? closed : null
  } else await admit()
  const attempt = await createAttempt(deps.db, {
    ...item,
    platform,
    methodId,
    seenCents,
    isPart,
    userId,
    requestId,
    now: deps.clock(),
  })
  return attempt && chargeAttempt(deps, attempt, { description: item.number, admit })
}

/**
 * Resumes a payment whose holder returns from their bank. A holder who returns without having answered has cancelled,
 * and the payment is withdrawn. From the provider's own page, holders may return before the provider has reported
 * anything, so there only an explicit cancellation counts. A payment is also withdrawn, while that is possible, if its
 * item owes another amount by now.
 * @throws Refused if it was withdrawn for that reason.
 */
export async function resumePayment(
  deps: PaymentDeps,
  attempt: Attempt,
  { isGivenUp = false }: { isGivenUp?: boolean } = {},
): Promise<PaymentProgress> {
  if (attempt.state === 'succeeded') return { attempt }
  if (attempt.state === 'failed') return refuseIfOutdated(deps, { attempt })
  const isBrokenOff = isGivenUp || !usesProviderPage(deps, attempt.platform) || (await isOutdated(deps.db, attempt))
  const progress = await refreshAttempt(deps, attempt, async (payments, paymentId) => {
    const outcome = await payments.lookUp(paymentId)
    return outcome.kind === 'requires_action' && isBrokenOff ? payments.withdraw(paymentId) : outcome
  })
  return refuseIfOutdated(deps, progress)
}

async function refuseIfOutdated({ db }: PaymentDeps, progress: PaymentProgress): Promise<PaymentProgress> {
  await refuseOutdated(db, progress.attempt)
  return progress
}

/** Brings an open attempt to an end. It may turn out that it has succeeded, or that its outcome is unknown. */
export async function closeAttempt(deps: PaymentDeps, attempt: Attempt): Promise<PaymentProgress> {
  if (attempt.state === 'created') return { attempt: await closeBeforeCharge(deps.db, attempt, deps.clock()) }
  return refreshAttempt(deps, attempt, (payments, paymentId) => payments.withdraw(paymentId))
}

/**
 * Queries the provider about an attempt and records the answer. An attempt that the provider was never told about was
 * never charged.
 */
export async function refreshAttempt(
  deps: PaymentDeps,
  attempt: Attempt,
  query: (payments: PaymentProvider, paymentId: string) => Promise<PaymentOutcome>,
): Promise<PaymentProgress> {
  const { provider_payment: paymentId } = attempt
  const payments = providerOf(deps, attempt)
  return recordProgress(deps, attempt, paymentId === null ? { kind: 'missing' } : await query(payments, paymentId))
}

const abandonedOutcome: PaymentOutcome = { kind: 'declined', error: 'payment_intent_unexpected_state' }

async function chargeAttempt(
  deps: PaymentDeps,
  attempt: Attempt,
  { description, admit }: { description: string; admit: StartPaymentInput['admit'] },
): Promise<PaymentProgress> {
  const payments = providerOf(deps, attempt)
  const { amount_cents: amountCents, provider_method: methodId } = attempt
  const prepared = await payments.prepare({ ...attemptKeyOf(attempt), amountCents, methodId, description })
  if (prepared.kind !== 'prepared') return recordProgress(deps, attempt, prepared)
  const { paymentId } = prepared
  if (prepared.card)
    try {
      await admit(prepared.card)
    } catch (refusal) {
      await closeBeforeCharge(deps.db, attempt, deps.clock())
      throw refusal
    }
  const isOurs = await markChargeRequested(deps.db, attempt, { ...prepared, now: deps.clock() })
  if (!isOurs) return refuseIfOutdated(deps, await recordProgress(deps, attempt, abandonedOutcome))

  const outcome = await payments.confirm({ paymentId, attemptId: attempt.payment_attempt_id })
  const requested = await recordProgress(deps, attempt, outcome)
  return outcome.kind === 'unknown'
    ? refreshAttempt(deps, requested.attempt, () => payments.lookUp(paymentId))
    : requested
}

async function recordProgress(
  { db, clock, log }: PaymentDeps,
  attempt: Attempt,
  outcome: PaymentOutcome,
): Promise<PaymentProgress> {
  if ('problem' in outcome && outcome.problem) {
    const { payment_attempt_id: attemptId, platform } = attempt
    log.error({ attemptId, platform, outcome: outcome.kind, ...outcome.problem }, 'card provider failed')
  }
  const update = { ...attemptKeyOf(attempt), outcome, now: clock() }
  const recorded = await db.transaction().execute((trx) => recordOutcome(trx, update))
  const clientSecret = outcome.kind === 'requires_action' ? outcome.clientSecret : undefined
  const retryAfterSeconds = outcome.kind === 'unavailable' ? outcome.retryAfterSeconds : undefined
  return { attempt: recorded!, clientSecret, retryAfterSeconds }
}

function providerOf({ platforms }: PaymentDeps, { platform }: Attempt): PaymentProvider {
  const payments = platforms.get(platform)
  if (!payments) throw new Error(`This server cannot use the payment platform ${platform}.`)
  return payments
}

function usesProviderPage({ platforms }: PaymentDeps, platform: string): boolean {
  return platforms.get(platform)?.createForm !== undefined
}

function openAttemptStatusOf(attempt: Attempt, now: Date): OpenAttemptStatus {
  return {
    state: attempt.state,
    methodId: attempt.provider_method,
    amountCents: attempt.amount_cents,
    quietSeconds: (now.getTime() - attempt.updated_at.getTime()) / 1000,
  }
}
