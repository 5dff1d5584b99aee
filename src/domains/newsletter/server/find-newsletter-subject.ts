import type { Database } from '#db/database.ts'
import type { Actor } from '#kit/actor.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { subscriberByLink } from '../api.ts'
import { looksLikeEmail, normalizeEmail } from '../rules.ts'
import { findConfirmation, type OpenConfirmation } from './confirmations.ts'
import { verifyLinkToken } from './newsletter-link.ts'
import { findEmailOfUser, findSubscriber, type StoredSubscriber } from './subscriber-store.ts'

/** The actor, and the signed link that their browser came with. */
export type LinkBearer = { actor: Actor; token: string | undefined }

/** A user who has proven that an address is theirs, by a link sent to it or by their session. */
export type AddressOwner = {
  kind: 'owner'
  email: string
  subscriber: StoredSubscriber | null
  /** What the link was sent to confirm. */
  confirmation: OpenConfirmation | null
}

/** The owner of a new address that a subscriber has requested. */
export type NewAddressOwner = { kind: 'newAddress'; confirmation: OpenConfirmation & { subscriberId: number } }

/** Who a call is about, as far as the requester may know. A `stranger` has only named an address. */
export type NewsletterSubject =
  | AddressOwner
  | NewAddressOwner
  | { kind: 'stranger'; email: string }
  | { kind: 'refused'; code: 'newsletter_link_invalid' | 'newsletter_link_required' }

export type SubjectDeps = { db: Database; keys: KeyRing; now: Date; isLinkRequired: boolean }

/**
 * Resolves an id, an address or the keyword for the link. Undefined for the id of a different subscriber: the response
 * is the same as for one that does not exist.
 */
export async function findNewsletterSubject(
  deps: SubjectDeps,
  subscriber: string | number,
  bearer: LinkBearer,
): Promise<NewsletterSubject | undefined> {
  const text = String(subscriber)
  const linkOwner = await findOwnerByLink(deps, bearer.token)
  if (text === subscriberByLink) return linkOwner ?? { kind: 'refused', code: 'newsletter_link_invalid' }
  if (linkOwner?.kind === 'owner' && isOwnerOf(linkOwner, text)) return linkOwner
  const sessionOwner = deps.isLinkRequired ? null : await findOwnerBySession(deps.db, bearer.actor)
  if (sessionOwner && isOwnerOf(sessionOwner, text)) return sessionOwner
  if (!looksLikeEmail(text)) return undefined
  return deps.isLinkRequired
    ? { kind: 'refused', code: 'newsletter_link_required' }
    : { kind: 'stranger', email: normalizeEmail(text) }
}

/** Returns the confirmation of a new address of a subscriber, for the owner of that address with its link. */
export async function findNewAddressOwner(
  deps: SubjectDeps,
  address: { subscriberId: number; email: string },
  bearer: LinkBearer,
): Promise<NewAddressOwner | undefined> {
  const linkOwner = await findOwnerByLink(deps, bearer.token)
  const { subscriberId, email } = linkOwner?.kind === 'newAddress' ? linkOwner.confirmation : {}
  return linkOwner?.kind === 'newAddress' && subscriberId === address.subscriberId && email === address.email
    ? linkOwner
    : undefined
}

function isOwnerOf({ email, subscriber }: AddressOwner, text: string): boolean {
  return text === String(subscriber?.subscriberId) || normalizeEmail(text) === email
}

async function findOwnerByLink(
  { db, keys, now }: SubjectDeps,
  token: string | undefined,
): Promise<AddressOwner | NewAddressOwner | null> {
  const holder = token ? await verifyLinkToken(token, { keys, now }) : null
  if (!holder) return null
  if ('subscriberId' in holder) {
    const subscriber = await findSubscriber(db, holder)
    return subscriber ? { kind: 'owner', email: subscriber.email, subscriber, confirmation: null } : null
  }
  if ('userId' in holder) return findOwnerByEmail(db, await findEmailOfUser(db, holder.userId), null)
  const confirmation = await findConfirmation(db, holder.confirmationId, now)
  // Before the new address is confirmed, its owner must not see the subscriptions of another user.
  if (confirmation && confirmation.subscriberId !== null)
    return { kind: 'newAddress', confirmation: { ...confirmation, subscriberId: confirmation.subscriberId } }
  return confirmation ? findOwnerByEmail(db, confirmation.email, confirmation) : null
}

async function findOwnerBySession(db: Database, actor: Actor): Promise<AddressOwner | null> {
  return actor.kind === 'customer' ? findOwnerByEmail(db, await findEmailOfUser(db, actor.userId), null) : null
}

async function findOwnerByEmail(
  db: Database,
  email: string | undefined,
  confirmation: OpenConfirmation | null,
): Promise<AddressOwner | null> {
  if (email === undefined) return null
  return { kind: 'owner', email, subscriber: (await findSubscriber(db, { email })) ?? null, confirmation }
}
