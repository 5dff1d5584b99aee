import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { requireExpectedVersion } from '#kit/server/content-version.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { confirmationLimits, lockedNewsletterIds } from '../rules.ts'
import { requestConfirmation, useUpConfirmation } from './confirmations.ts'
import type { AddressOwner, NewsletterSubject } from './find-newsletter-subject.ts'
import { recordNewsletterChoice } from './record-newsletter-choice.ts'
import {
  findNewslettersFor,
  findSubscriber,
  removeSubscriber,
  type StoredNewsletter,
  saveSubscriber,
  setSubscriptions,
  subscribedIds,
  subscriptionsVersion,
} from './subscriber-store.ts'

type SetNewslettersDeps = { db: Kysely<DB>; clock: () => Date }

/** The newsletters a user wants, the version of the choice they saw, their language, and the id of their request. */
type NewsletterChoice = { chosen: readonly number[]; seen?: string | undefined; locale: Locale; requestId: string }

type SaveOutcome =
  | { kind: 'saved'; subscriberId: number; newsletters: StoredNewsletter[] }
  | { kind: 'removed' }
  | { kind: 'unknown' }
  | { kind: 'locked' }
  | { kind: 'spent' }

/**
 * Saves a choice as far as the requester may: sets the newsletters of an owner, sends a mail to an address that is only
 * named, or refuses.
 */
export async function saveNewsletters(
  deps: SetNewslettersDeps,
  subject: NewsletterSubject,
  choice: NewsletterChoice,
  network: string,
): Promise<SaveOutcome | RequestOutcome | Extract<NewsletterSubject, { kind: 'refused' }>> {
  switch (subject.kind) {
    case 'owner':
      return setNewslettersOfOwner(deps, subject, choice)
    case 'stranger':
      return requestNewsletters(deps, subject.email, choice, network)
    // Its link confirms an address and nothing else.
    case 'newAddress':
      return { kind: 'refused', code: 'newsletter_link_invalid' }
    case 'refused':
      return subject
  }
}

/** Subscribes the owner of an address to exactly what they chose. With nothing chosen, the subscriber is deleted. */
function setNewslettersOfOwner(
  { db, clock }: SetNewslettersDeps,
  owner: AddressOwner,
  { chosen, seen, locale, requestId }: NewsletterChoice,
): Promise<SaveOutcome> {
  const { email, confirmation } = owner
  const now = clock()
  return db
    .transaction()
    .execute(async (transaction): Promise<SaveOutcome> => {
      if (confirmation && !(await useUpConfirmation(transaction, confirmation.confirmationId, now)))
        return { kind: 'spent' }
      const isKnown = (await findSubscriber(transaction, { email })) !== undefined
      // Locks the subscriber before reading the current subscriptions, so that a concurrent change is waited for.
      const isLockNeeded = isKnown || chosen.length > 0
      const subscriberId = isLockNeeded ? await saveSubscriber(transaction, { email, locale, now }) : null
      const current = await findNewslettersFor(transaction, subscriberId, locale)
      if (!areKnownNewsletters(current, chosen)) throw new SaveRollbackError('unknown')
      if (lockedNewsletterIds(current).some((id) => !chosen.includes(id))) throw new SaveRollbackError('locked')
      requireExpectedVersion(seen, {
        version: subscriptionsVersion(current),
        selected_newsletters: subscribedIds(current),
      })
      await recordNewsletterChoice(transaction, current, chosen, { email, locale, requestId, now })
      if (chosen.length === 0) {
        if (subscriberId !== null) await removeSubscriber(transaction, subscriberId)
        return { kind: 'removed' }
      }
      const lockedSubscriberId = subscriberId!
      await setSubscriptions(transaction, { subscriberId: lockedSubscriberId, newsletterIds: chosen, now })
      return {
        kind: 'saved',
        subscriberId: lockedSubscriberId,
        newsletters: await findNewslettersFor(transaction, lockedSubscriberId, locale),
      }
    })
    .catch((thrown) => {
      if (thrown instanceof SaveRollbackError) return { kind: thrown.reason }
      throw thrown
    })
}

/** Rolls everything back, including the use of the confirmation. */
class SaveRollbackError extends Error {
  readonly reason: 'unknown' | 'locked'
  constructor(reason: 'unknown' | 'locked') {
    super(reason)
    this.reason = reason
  }
}

type RequestOutcome =
  | { kind: 'asked'; newsletters: StoredNewsletter[] }
  | { kind: 'unknown' }
  | { kind: 'throttled'; retryAfterSeconds: number }

/**
 * Sends a link to an address that is only named: its owner uses it to confirm the choice, or sees what they are
 * subscribed to. The response is the same whether or not the address is known.
 */
async function requestNewsletters(
  { db, clock }: SetNewslettersDeps,
  email: string,
  { chosen, locale }: NewsletterChoice,
  network: string,
): Promise<RequestOutcome> {
  const newsletters = await findNewslettersFor(db, null, locale)
  if (!areKnownNewsletters(newsletters, chosen)) return { kind: 'unknown' }
  const retryAfterSeconds = await countConfirmationRequest(db, { email, network }, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  await db
    .transaction()
    .execute((transaction) =>
      requestConfirmation(transaction, { email, subscriberId: null, newsletterIds: [...chosen], locale }, clock()),
    )
  return { kind: 'asked', newsletters }
}

/** Counts a request for a mail. Returns the seconds until it is allowed; 0 means now. */
export function countConfirmationRequest(
  db: Database,
  { email, network }: { email: string; network: string },
  now: Date,
): Promise<number> {
  const { perNetwork, perAddress, minutes } = confirmationLimits
  const limits = [
    { what: 'newsletter', per: 'network', value: network, maxCount: perNetwork, minutes },
    { what: 'newsletter', per: 'email', value: email, maxCount: perAddress, minutes },
  ] as const
  return countVisit(db, limits, now)
}

function areKnownNewsletters(newsletters: readonly StoredNewsletter[], chosen: readonly number[]): boolean {
  return chosen.every((wanted) => newsletters.some(({ id }) => id === wanted))
}
