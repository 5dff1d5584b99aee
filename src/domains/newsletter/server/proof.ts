import type { Database } from '#db/database.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import type { Actor } from '#kit/actor.ts'
import { byLink } from '../api.ts'
import { looksLikeEmail, plainEmail } from '../rules.ts'
import { findConfirmation, type OpenConfirmation } from './confirmations.ts'
import { readLink } from './link.ts'
import { emailOfUser, findSubscriber, type KeptSubscriber } from './subscriber-store.ts'

/** Who asks, and the signed link that their browser came with. */
export type Bearer = { actor: Actor; token: string | undefined }

/** Somebody who has shown that an address is theirs, by a link that was sent to it or by their session. */
export type Owner = {
  kind: 'owner'
  email: string
  subscriber: KeptSubscriber | null
  /** The link was sent to confirm this. */
  confirmation: OpenConfirmation | null
}

/** The owner of an address that a subscriber wants in the place of theirs. */
export type NewAddress = { kind: 'newAddress'; confirmation: OpenConfirmation & { subscriberId: number } }

/** Whom a call is about, as far as whoever asks may know. `stranger` has only named an address. */
export type Asked =
  | Owner
  | NewAddress
  | { kind: 'stranger'; email: string }
  | { kind: 'refused'; code: 'newsletter_link_invalid' | 'newsletter_link_required' }

export type ProofNeeds = { db: Database; keys: KeyRing; now: Date; isLinkRequired: boolean }

/**
 * Whom an id, an address or the word for the link means. Undefined for the id of a subscriber that whoever asks is not:
 * it is answered as one that there is not.
 */
export async function findAsked(
  needs: ProofNeeds,
  wanted: string | number,
  bearer: Bearer,
): Promise<Asked | undefined> {
  const text = String(wanted)
  const linked = await ownerOfLink(needs, bearer.token)
  if (text === byLink) return linked ?? { kind: 'refused', code: 'newsletter_link_invalid' }
  if (linked?.kind === 'owner' && isOf(linked, text)) return linked
  const own = needs.isLinkRequired ? null : await ownerOfSession(needs.db, bearer.actor)
  if (own && isOf(own, text)) return own
  if (!looksLikeEmail(text)) return undefined
  return needs.isLinkRequired
    ? { kind: 'refused', code: 'newsletter_link_required' }
    : { kind: 'stranger', email: plainEmail(text) }
}

/** The confirmation of a new address of a subscriber, to whom its link was sent. */
export async function findNewAddress(
  needs: ProofNeeds,
  wanted: { subscriberId: number; email: string },
  bearer: Bearer,
): Promise<NewAddress | undefined> {
  const linked = await ownerOfLink(needs, bearer.token)
  const { subscriberId, email } = linked?.kind === 'newAddress' ? linked.confirmation : {}
  return linked?.kind === 'newAddress' && subscriberId === wanted.subscriberId && email === wanted.email
    ? linked
    : undefined
}

function isOf({ email, subscriber }: Owner, text: string): boolean {
  return text === String(subscriber?.subscriberId) || plainEmail(text) === email
}

async function ownerOfLink(
  { db, keys, now }: ProofNeeds,
  token: string | undefined,
): Promise<Owner | NewAddress | null> {
  const holder = token ? await readLink(token, { keys, now }) : null
  if (!holder) return null
  if ('subscriberId' in holder) {
    const subscriber = await findSubscriber(db, holder)
    return subscriber ? { kind: 'owner', email: subscriber.email, subscriber, confirmation: null } : null
  }
  if ('userId' in holder) return ownerOf(db, await emailOfUser(db, holder.userId), null)
  const confirmation = await findConfirmation(db, holder.confirmationId, now)
  // Before the new address is confirmed, its owner is nobody whom the subscriptions of another concern.
  if (confirmation && confirmation.subscriberId !== null)
    return { kind: 'newAddress', confirmation: { ...confirmation, subscriberId: confirmation.subscriberId } }
  return confirmation ? ownerOf(db, confirmation.email, confirmation) : null
}

async function ownerOfSession(db: Database, actor: Actor): Promise<Owner | null> {
  return actor.kind === 'customer' ? ownerOf(db, await emailOfUser(db, actor.userId), null) : null
}

async function ownerOf(
  db: Database,
  email: string | undefined,
  confirmation: OpenConfirmation | null,
): Promise<Owner | null> {
  if (email === undefined) return null
  return { kind: 'owner', email, subscriber: (await findSubscriber(db, { email })) ?? null, confirmation }
}
