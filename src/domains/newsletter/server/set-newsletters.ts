import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { countVisit } from '#domains/session/server/visitor-throttle.ts'
import type { Locale } from '#kit/locale.ts'
import { requireSeen } from '#kit/server/content-version.ts'
import { askLimits, lockedOf } from '../rules.ts'
import { askOwner, spendConfirmation } from './confirmations.ts'
import { recordChoice } from './consents.ts'
import type { Asked, Owner } from './proof.ts'
import {
  findSubscriber,
  type KeptNewsletter,
  keepSubscriber,
  newslettersFor,
  removeSubscriber,
  setSubscriptions,
  subscribedIn,
  subscriptionsVersion,
} from './subscriber-store.ts'

type Needs = { db: Kysely<DB>; clock: () => Date }

/** What somebody wants to be subscribed to, in sight of which choice, in which language they read, and by which request they say so. */
type Wanted = { chosen: readonly number[]; seen?: string | undefined; locale: Locale; requestId: string }

type SetOutcome =
  | { kind: 'saved'; subscriberId: number; newsletters: KeptNewsletter[] }
  | { kind: 'removed' }
  | { kind: 'unknown' }
  | { kind: 'locked' }
  | { kind: 'spent' }

/** Does what whoever asks may do: sets the newsletters of an owner, writes to an address that is only named, or refuses. */
export async function saveNewsletters(
  needs: Needs,
  asked: Asked,
  wanted: Wanted,
  network: string,
): Promise<SetOutcome | AskOutcome | Extract<Asked, { kind: 'refused' }>> {
  switch (asked.kind) {
    case 'owner':
      return setNewsletters(needs, asked, wanted)
    case 'stranger':
      return askForNewsletters(needs, asked.email, wanted, network)
    // Its link confirms an address and nothing else.
    case 'newAddress':
      return { kind: 'refused', code: 'newsletter_link_invalid' }
    case 'refused':
      return asked
  }
}

/** Subscribes the owner of an address to what they have chosen and to nothing else; with nothing chosen they are forgotten. */
function setNewsletters(
  { db, clock }: Needs,
  owner: Owner,
  { chosen, seen, locale, requestId }: Wanted,
): Promise<SetOutcome> {
  const { email, confirmation } = owner
  const now = clock()
  return db
    .transaction()
    .execute(async (transaction): Promise<SetOutcome> => {
      if (confirmation && !(await spendConfirmation(transaction, confirmation.confirmationId, now)))
        return { kind: 'spent' }
      const isKnown = (await findSubscriber(transaction, { email })) !== undefined
      // Whoever is subscribed at the same time is waited for, before what stands is read.
      const isHeld = isKnown || chosen.length > 0
      const subscriberId = isHeld ? await keepSubscriber(transaction, { email, locale, now }) : null
      const present = await newslettersFor(transaction, subscriberId, locale)
      if (!areKnown(present, chosen)) throw new NotSet('unknown')
      if (lockedOf(present).some((id) => !chosen.includes(id))) throw new NotSet('locked')
      requireSeen(seen, { version: subscriptionsVersion(present), selected_newsletters: subscribedIn(present) })
      await recordChoice(transaction, present, chosen, { email, locale, requestId, now })
      if (chosen.length === 0) {
        if (subscriberId !== null) await removeSubscriber(transaction, subscriberId)
        return { kind: 'removed' }
      }
      const kept = subscriberId!
      await setSubscriptions(transaction, { subscriberId: kept, newsletterIds: chosen, now })
      return { kind: 'saved', subscriberId: kept, newsletters: await newslettersFor(transaction, kept, locale) }
    })
    .catch((thrown) => {
      if (thrown instanceof NotSet) return { kind: thrown.reason }
      throw thrown
    })
}

/** Takes everything back, the confirmation included. */
class NotSet extends Error {
  readonly reason: 'unknown' | 'locked'
  constructor(reason: 'unknown' | 'locked') {
    super(reason)
    this.reason = reason
  }
}

type AskOutcome =
  | { kind: 'asked'; newsletters: KeptNewsletter[] }
  | { kind: 'unknown' }
  | { kind: 'throttled'; retryAfterSeconds: number }

/**
 * Sends a link to an address that somebody has only named: its owner confirms with it what was chosen, or finds what they are
 * subscribed to. The answer is the same whether the address is known or not.
 */
async function askForNewsletters(
  { db, clock }: Needs,
  email: string,
  { chosen, locale }: Wanted,
  network: string,
): Promise<AskOutcome> {
  const newsletters = await newslettersFor(db, null, locale)
  if (!areKnown(newsletters, chosen)) return { kind: 'unknown' }
  const retryAfterSeconds = await countAsking(db, { email, network }, clock())
  if (retryAfterSeconds > 0) return { kind: 'throttled', retryAfterSeconds }
  await db
    .transaction()
    .execute((transaction) =>
      askOwner(transaction, { email, subscriberId: null, newsletterIds: [...chosen], locale }, clock()),
    )
  return { kind: 'asked', newsletters }
}

/** Counts that a mail is asked for; answers after how many seconds it may be, 0 is now. */
export function countAsking(
  db: Database,
  { email, network }: { email: string; network: string },
  now: Date,
): Promise<number> {
  const { perNetwork, perAddress, minutes } = askLimits
  const limits = [
    { what: 'newsletter', per: 'network', value: network, most: perNetwork, minutes },
    { what: 'newsletter', per: 'email', value: email, most: perAddress, minutes },
  ] as const
  return countVisit(db, limits, now)
}

function areKnown(newsletters: readonly KeptNewsletter[], chosen: readonly number[]): boolean {
  return chosen.every((wanted) => newsletters.some(({ id }) => id === wanted))
}
