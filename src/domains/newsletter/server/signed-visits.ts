import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { queryOf } from '#kit/portal-address.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { linkedPageQuery, newsletterPaths } from '../paths.ts'
import { confirmationDays, profileLinkDays } from '../rules.ts'
import { confirmationIdIn } from './confirmations.ts'
import { storeLinkFromUrl } from './link-cookie.ts'
import { createNewsletterLink } from './newsletter-link.ts'
import { findEmailOfUser, findSubscriber } from './subscriber-store.ts'

type OwnLinkDeps = {
  db: Database
  settings: Pick<LiveSettings, 'now'>
  newsletterKeys: KeyRing
  clock: () => Date
  /** The URL of the portal, with base path. */
  portalUrl: string
}

/**
 * Returns the customer's own signed link to the newsletter page, for their profile; null if there is no such page, for
 * a read-only session, and for an account without an e-mail address.
 */
export async function createNewsletterUrl(
  { db, settings, newsletterKeys: keys, clock, portalUrl }: OwnLinkDeps,
  { userId, readonly }: CustomerActor,
): Promise<string | null> {
  if (!settings.now().newsletter.enabled || readonly) return null
  const email = await findEmailOfUser(db, userId)
  if (email === undefined) return null
  const subscriber = await findSubscriber(db, { email })
  const holder = subscriber ? { subscriberId: subscriber.subscriberId } : { userId }
  const link = await createNewsletterLink(holder, { keys, now: clock(), days: profileLinkDays })
  return portalUrl + link
}

/**
 * Handles a visit to the newsletter page by a signed link, in `params` or behind the path: it is stored in a cookie for
 * the server only, and the visit is redirected to the same page without it. The visit does not use up the link, since
 * mail scanners may open it.
 */
export async function redirectFromNewsletterLink(
  { cookies, newsletterKeys: keys, clock }: Pick<OwnLinkDeps, 'newsletterKeys' | 'clock'> & { cookies: SessionCookies },
  address: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const [, path, inPath] = /^(\/[^/?#]+)(?:\/([\w.-]+))?\/*(?:[?#].*)?$/.exec(address) ?? []
  const token = inPath ?? queryOf(address).get('params')
  if (token === null || !Object.values(newsletterPaths).some((newsletterPath) => newsletterPath === path))
    return undefined
  await storeLinkFromUrl({ keys, cookies, now: clock() }, token, request, reply)
  return `${path}${linkedPageQuery}`
}

/**
 * Returns the final form of a link in the outbox: a link that confirms something is signed only when the mail is
 * written.
 */
export async function signNewsletterLink(
  { newsletterKeys: keys, clock }: Pick<OwnLinkDeps, 'newsletterKeys' | 'clock'>,
  link: string,
): Promise<string> {
  const confirmationId = confirmationIdIn(link)
  return confirmationId
    ? createNewsletterLink({ confirmationId }, { keys, now: clock(), days: confirmationDays })
    : link
}
