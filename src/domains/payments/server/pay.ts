import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Outcome, Payments } from '#outside/payments/payments.ts'
import type { Cents } from '#vocabulary/money.ts'
import { type Standing, whatToDoWith } from '../rules.ts'
import { type Attempt, beginAttempt, closeUnasked, findOpenAttempt, keyOf, markAsked } from './attempt-store.ts'
import type { Item } from './items.ts'
import { recordOutcome } from './record-outcome.ts'
import { isOutdated, refuseOtherAmount, refuseOutdated } from './seen-amount.ts'

/** The providers that this server can speak to, by name. */
export type Platforms = ReadonlyMap<string, Payments>

type Log = { error(details: object, message: string): void }

/** `log` is that of the request, where there is one, so that what a provider answered is found by the request's id. */
export type PayNeeds = { db: Kysely<DB>; platforms: Platforms; clock: () => Date; log: Log }

/** How an attempt stands; the secret is there while its holder has to authenticate. */
export type Progress = { attempt: Attempt; clientSecret?: string; retryAfterSeconds?: number }

type Wanted = {
  item: Item
  platform: string
  methodId: string
  /** The amount that the customer has seen, where it is known. */
  seenCents?: Cents
  userId: number
  requestId: string
  /** Lets a try through before the provider is asked, or refuses it; also once the card is known. */
  admit: (card?: string) => Promise<void>
}

/**
 * Pays an item with a method. Null when it cannot be paid now: nothing is owed (any more), or another payment of it is
 * being made at this moment.
 * @throws Refused when another amount is owed than was seen, or was while the payment was being prepared.
 */
export async function startPayment(needs: PayNeeds, wanted: Wanted): Promise<Progress | null> {
  const { item, methodId, platform, seenCents, userId, requestId, admit } = wanted
  refuseOtherAmount(item, seenCents)
  const open = await findOpenAttempt(needs.db, item)
  if (open) {
    // On a page of the provider the card is not known before; the same order may be taken there again.
    const isSamePage = open.platform === platform && paysOnPage(needs, platform)
    const wantedNow = { methodId: isSamePage ? open.provider_method : methodId, amountCents: item.amountPendingCents }
    const verdict = whatToDoWith(standingOf(open, needs.clock()), wantedNow)
    if (verdict === 'wait') return null
    if (verdict === 'go on') return learn(needs, open, (payments, paymentId) => payments.lookUp(paymentId))
    await admit()
    const closed = await closeAttempt(needs, open)
    if (closed.attempt.state !== 'failed') return closed.attempt.state === 'succeeded' ? closed : null
  } else await admit()
  const attempt = await beginAttempt(needs.db, {
    ...item,
    platform,
    methodId,
    seenCents,
    userId,
    requestId,
    now: needs.clock(),
  })
  return attempt && charge(needs, attempt, { description: item.number, admit })
}

/**
 * Goes on with a payment whose holder comes back from their bank. Who comes back without having answered has broken off,
 * and the payment is withdrawn. From a page of the provider one may be back before the provider has told anything, so
 * there only those break off who say so. A payment is also withdrawn, as long as it can be, when its item owes another
 * amount by now.
 * @throws Refused when that is why it was withdrawn.
 */
export async function resumePayment(
  needs: PayNeeds,
  attempt: Attempt,
  { isGivenUp = false }: { isGivenUp?: boolean } = {},
): Promise<Progress> {
  if (attempt.state === 'succeeded') return { attempt }
  if (attempt.state === 'failed') return refuseIfOutdated(needs, { attempt })
  const isBrokenOff = isGivenUp || !paysOnPage(needs, attempt.platform) || (await isOutdated(needs.db, attempt))
  const progress = await learn(needs, attempt, async (payments, paymentId) => {
    const outcome = await payments.lookUp(paymentId)
    return outcome.kind === 'requires_action' && isBrokenOff ? payments.withdraw(paymentId) : outcome
  })
  return refuseIfOutdated(needs, progress)
}

async function refuseIfOutdated({ db }: PayNeeds, progress: Progress): Promise<Progress> {
  await refuseOutdated(db, progress.attempt)
  return progress
}

/** Sees to it that an open attempt comes to an end; it may turn out that it has succeeded, or that nobody can say. */
export async function closeAttempt(needs: PayNeeds, attempt: Attempt): Promise<Progress> {
  if (attempt.state === 'created') return { attempt: await closeUnasked(needs.db, attempt, needs.clock()) }
  return learn(needs, attempt, (payments, paymentId) => payments.withdraw(paymentId))
}

/** Asks the provider about an attempt and takes the answer. One that the provider was never told of was never charged. */
export async function learn(
  needs: PayNeeds,
  attempt: Attempt,
  ask: (payments: Payments, paymentId: string) => Promise<Outcome>,
): Promise<Progress> {
  const { provider_payment: paymentId } = attempt
  const payments = paymentsOf(needs, attempt)
  return record(needs, attempt, paymentId === null ? { kind: 'missing' } : await ask(payments, paymentId))
}

const brokenOff: Outcome = { kind: 'declined', error: 'payment_intent_unexpected_state' }

async function charge(
  needs: PayNeeds,
  attempt: Attempt,
  { description, admit }: { description: string; admit: Wanted['admit'] },
): Promise<Progress> {
  const payments = paymentsOf(needs, attempt)
  const { amount_cents: amountCents, provider_method: methodId } = attempt
  const prepared = await payments.prepare({ ...keyOf(attempt), amountCents, methodId, description })
  if (prepared.kind !== 'prepared') return record(needs, attempt, prepared)
  const { paymentId } = prepared
  if (prepared.card)
    try {
      await admit(prepared.card)
    } catch (refusal) {
      await closeUnasked(needs.db, attempt, needs.clock())
      throw refusal
    }
  const isOurs = await markAsked(needs.db, attempt, { ...prepared, now: needs.clock() })
  if (!isOurs) return refuseIfOutdated(needs, await record(needs, attempt, brokenOff))

  const outcome = await payments.confirm({ paymentId, attemptId: attempt.payment_attempt_id })
  const asked = await record(needs, attempt, outcome)
  return outcome.kind === 'unknown' ? learn(needs, asked.attempt, () => payments.lookUp(paymentId)) : asked
}

async function record({ db, clock, log }: PayNeeds, attempt: Attempt, outcome: Outcome): Promise<Progress> {
  if ('problem' in outcome && outcome.problem) {
    const { payment_attempt_id: attemptId, platform } = attempt
    log.error({ attemptId, platform, outcome: outcome.kind, ...outcome.problem }, 'card provider failed')
  }
  const heard = { ...keyOf(attempt), outcome, now: clock() }
  const recorded = await db.transaction().execute((trx) => recordOutcome(trx, heard))
  const clientSecret = outcome.kind === 'requires_action' ? outcome.clientSecret : undefined
  const retryAfterSeconds = outcome.kind === 'unavailable' ? outcome.retryAfterSeconds : undefined
  return { attempt: recorded!, clientSecret, retryAfterSeconds }
}

function paymentsOf({ platforms }: PayNeeds, { platform }: Attempt): Payments {
  const payments = platforms.get(platform)
  if (!payments) throw new Error(`This server cannot speak to the payment platform ${platform}.`)
  return payments
}

function paysOnPage({ platforms }: PayNeeds, platform: string): boolean {
  return platforms.get(platform)?.formFor !== undefined
}

function standingOf(attempt: Attempt, now: Date): Standing {
  return {
    state: attempt.state,
    methodId: attempt.provider_method,
    amountCents: attempt.amount_cents,
    quietSeconds: (now.getTime() - attempt.updated_at.getTime()) / 1000,
  }
}
