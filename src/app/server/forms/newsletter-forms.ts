import type { FastifyReply, FastifyRequest } from 'fastify'
import { queryOf } from '#app/web/portal-address.ts'
import { subscriberByLink } from '#domains/newsletter/api.ts'
import { linkedPageQuery, newsletterPaths } from '#domains/newsletter/paths.ts'
import { confirmationDays, looksLikeEmail, profileLinkDays } from '#domains/newsletter/rules.ts'
import { confirmationIdIn } from '#domains/newsletter/server/confirmations.ts'
import { findNewsletterSubject } from '#domains/newsletter/server/find-newsletter-subject.ts'
import { linkCookieName, storeLinkFromUrl, storeNewLink } from '#domains/newsletter/server/link-cookie.ts'
import { createNewsletterLink } from '#domains/newsletter/server/newsletter-link.ts'
import { saveNewsletters } from '#domains/newsletter/server/save-newsletters.ts'
import { findEmailOfUser, findSubscriber } from '#domains/newsletter/server/subscriber-store.ts'
import { unsubscribeByLink } from '#domains/newsletter/server/unsubscribe-by-link.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { ownOrigin } from '../http/http-server.ts'
import type { Context } from '../wiring/context.ts'
import type { FormHandler, FormOutcome } from './session-forms.ts'

/**
 * Returns the customer's own signed link to the newsletter page, for their profile; null if there is no such page, for
 * a read-only session, and for an account without an e-mail address.
 */
export async function createNewsletterUrl(
  { config, db, settings, newsletterKeys: keys, clock }: Context,
  request: FastifyRequest,
  { userId, readonly }: CustomerActor,
): Promise<string | null> {
  if (!settings.now().newsletter.enabled || readonly) return null
  const email = await findEmailOfUser(db, userId)
  if (email === undefined) return null
  const subscriber = await findSubscriber(db, { email })
  const holder = subscriber ? { subscriberId: subscriber.subscriberId } : { userId }
  const link = await createNewsletterLink(holder, { keys, now: clock(), days: profileLinkDays })
  return ownOrigin(request, config) + config.basePath + link
}

/**
 * Handles a visit to the newsletter page by a signed link, in `params` or behind the path: it is stored in a cookie for
 * the server only, and the visit is redirected to the same page without it. The visit does not use up the link, since
 * mail scanners may open it.
 */
export async function redirectFromNewsletterLink(
  { cookies, newsletterKeys: keys, clock }: Context,
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
export async function signNewsletterLink({ newsletterKeys: keys, clock }: Context, link: string): Promise<string> {
  const confirmationId = confirmationIdIn(link)
  return confirmationId
    ? createNewsletterLink({ confirmationId }, { keys, now: clock(), days: confirmationDays })
    : link
}

/**
 * Creates the form of the newsletter page; and handles the one-click POST of mail programs to the List-Unsubscribe URL
 * (RFC 8058), which is the page's with the signed link in it.
 */
export function createNewsletterForms({
  context,
  actors,
}: {
  context: Context
  actors: Actors
}): Record<string, FormHandler> {
  const { db, settings, cookies, newsletterKeys: keys, clock } = context

  return {
    async [newsletterPaths.en]({ fields, address, request, reply }) {
      if (!settings.now().newsletter.enabled) return { kind: 'redirect', address: newsletterPaths.en }
      const query = queryOf(address)
      const now = clock()
      if (fields['List-Unsubscribe'] === 'One-Click') {
        const hasLeft = await unsubscribeByLink({ db, keys, now }, query.get('params') ?? '', request.id)
        return hasLeft ? doneOutcome('left') : invalidOutcome('newsletter_link_invalid')
      }
      const actor = await actors.actorOf(request)
      if (actor.readonly) return invalidOutcome('token_readonly')
      const isByLink = query.has('link')
      const ownEmail = actor.kind === 'customer' ? await findEmailOfUser(db, actor.userId) : undefined
      const subscriber = isByLink ? subscriberByLink : (ownEmail ?? fields.email ?? '')
      if (!isByLink && !looksLikeEmail(subscriber)) return invalidOutcome('invalid_email')
      const deps = { db, keys, now, isLinkRequired: settings.now().newsletter.jwtParamsRequired }
      const subscription = await findNewsletterSubject(deps, subscriber, {
        actor,
        token: request.cookies[linkCookieName],
      })
      if (!subscription) return invalidOutcome('newsletter_link_invalid')
      const outcome = await saveNewsletters(
        { db, clock },
        subscription,
        { chosen: chosenNewslettersIn(fields), locale: actor.locale, requestId: request.id },
        request.ip,
      )
      switch (outcome.kind) {
        case 'saved':
          if (subscription.kind === 'owner' && subscription.confirmation)
            await storeNewLink({ keys, cookies, now }, { subscriberId: outcome.subscriberId }, request, reply)
          return doneOutcome('saved', isByLink)
        case 'removed':
          cookies.remove(request, reply, linkCookieName)
          return doneOutcome('removed')
        case 'asked':
          return doneOutcome('asked')
        case 'refused':
          return invalidOutcome(outcome.code)
        default:
          return invalidOutcome(refusalCodes[outcome.kind])
      }
    },
  }
}

const refusalCodes = {
  throttled: 'too_many_attempts',
  locked: 'newsletter_locked',
  spent: 'newsletter_link_invalid',
  unknown: 'unexpected',
} as const

/** Returns the newsletters that are ticked in a form, one field each. */
function chosenNewslettersIn(fields: Record<string, string>): number[] {
  return Object.keys(fields).flatMap((name) => {
    const id = /^newsletter-([1-9]\d{0,8})$/.exec(name)?.[1]
    return id ? [Number(id)] : []
  })
}

function doneOutcome(what: string, isByLink = false): FormOutcome {
  return { kind: 'redirect', address: `${newsletterPaths.en}?${isByLink ? 'link=1&' : ''}done=${what}` }
}

function invalidOutcome(...failed: string[]): FormOutcome {
  return { kind: 'invalid', failed }
}
