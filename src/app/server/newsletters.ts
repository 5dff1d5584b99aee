import type { FastifyReply, FastifyRequest } from 'fastify'
import { byLink } from '#domains/newsletter/api.ts'
import { linkedPage, newsletterPaths } from '#domains/newsletter/paths.ts'
import { confirmationDays, looksLikeEmail, profileLinkDays } from '#domains/newsletter/rules.ts'
import { confirmationIn } from '#domains/newsletter/server/confirmations.ts'
import { leaveByLink } from '#domains/newsletter/server/leave.ts'
import { newsletterLink } from '#domains/newsletter/server/link.ts'
import { keepLink, linkCookie, takeLink } from '#domains/newsletter/server/link-cookie.ts'
import { findAsked } from '#domains/newsletter/server/proof.ts'
import { saveNewsletters } from '#domains/newsletter/server/set-newsletters.ts'
import { emailOfUser, findSubscriber } from '#domains/newsletter/server/subscriber-store.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { queryOf } from '../web/own-address.ts'
import type { Context } from './context.ts'
import { ownOrigin } from './http.ts'
import type { Form, Outcome } from './session-forms.ts'

/**
 * The customer's own signed link to the page of newsletters, for their profile; null where there is no such page, for who only
 * looks at the account of somebody else, and for an account without an address.
 */
export async function newsletterUrlOf(
  { config, db, settings, newsletterKeys: keys, clock }: Context,
  request: FastifyRequest,
  { userId, readonly }: CustomerActor,
): Promise<string | null> {
  if (!settings.now().newsletter.enabled || readonly) return null
  const email = await emailOfUser(db, userId)
  if (email === undefined) return null
  const subscriber = await findSubscriber(db, { email })
  const holder = subscriber ? { subscriberId: subscriber.subscriberId } : { userId }
  const link = await newsletterLink(holder, { keys, now: clock(), days: profileLinkDays })
  return ownOrigin(request, config) + config.basePath + link
}

/**
 * What becomes of a visit to the page of newsletters by a signed link, in `params` or behind the path: a cookie keeps it for the server alone, and the visit
 * goes on to the same page without it. Coming uses nothing up, since mails may be looked through by programs.
 */
export async function newsletterArrival(
  { cookies, newsletterKeys: keys, clock }: Context,
  address: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const [, path, inPath] = /^(\/[^/?#]+)(?:\/([\w.-]+))?\/*(?:[?#].*)?$/.exec(address) ?? []
  const token = inPath ?? queryOf(address).get('params')
  if (token === null || !Object.values(newsletterPaths).some((own) => own === path)) return undefined
  await takeLink({ keys, cookies, now: clock() }, token, request, reply)
  return `${path}${linkedPage}`
}

/** A link of the outbox as its reader is to have it: one that confirms something is signed only when the mail is written. */
export async function signedLink({ newsletterKeys: keys, clock }: Context, link: string): Promise<string> {
  const confirmationId = confirmationIn(link)
  return confirmationId ? newsletterLink({ confirmationId }, { keys, now: clock(), days: confirmationDays }) : link
}

/**
 * The form of the page of newsletters; and what mail programs post to the address of List-Unsubscribe at one press (RFC 8058),
 * which is the page's with the signed link in it.
 */
export function newsletterForms({ context, actors }: { context: Context; actors: Actors }): Record<string, Form> {
  const { db, settings, cookies, newsletterKeys: keys, clock } = context

  return {
    async [newsletterPaths.en]({ fields, address, request, reply }) {
      if (!settings.now().newsletter.enabled) return { kind: 'goOn', address: newsletterPaths.en }
      const query = queryOf(address)
      const now = clock()
      if (fields['List-Unsubscribe'] === 'One-Click') {
        const hasLeft = await leaveByLink({ db, keys, now }, query.get('params') ?? '', request.id)
        return hasLeft ? done('left') : again('newsletter_link_invalid')
      }
      const actor = await actors.actorOf(request)
      if (actor.readonly) return again('token_readonly')
      const isByLink = query.has('link')
      const own = actor.kind === 'customer' ? await emailOfUser(db, actor.userId) : undefined
      const wanted = isByLink ? byLink : (own ?? fields.email ?? '')
      if (!isByLink && !looksLikeEmail(wanted)) return again('invalid_email')
      const needs = { db, keys, now, isLinkRequired: settings.now().newsletter.jwtParamsRequired }
      const asked = await findAsked(needs, wanted, { actor, token: request.cookies[linkCookie] })
      if (!asked) return again('newsletter_link_invalid')
      const outcome = await saveNewsletters(
        { db, clock },
        asked,
        { chosen: chosenIn(fields), locale: actor.locale, requestId: request.id },
        request.ip,
      )
      switch (outcome.kind) {
        case 'saved':
          if (asked.kind === 'owner' && asked.confirmation)
            await keepLink({ keys, cookies, now }, { subscriberId: outcome.subscriberId }, request, reply)
          return done('saved', isByLink)
        case 'removed':
          cookies.drop(request, reply, linkCookie)
          return done('removed')
        case 'asked':
          return done('asked')
        case 'refused':
          return again(outcome.code)
        default:
          return again(codes[outcome.kind])
      }
    },
  }
}

const codes = {
  throttled: 'too_many_attempts',
  locked: 'newsletter_locked',
  spent: 'newsletter_link_invalid',
  unknown: 'unexpected',
} as const

/** The newsletters that are ticked in a form, each by a field of its own. */
function chosenIn(fields: Record<string, string>): number[] {
  return Object.keys(fields).flatMap((name) => {
    const id = /^newsletter-([1-9]\d{0,8})$/.exec(name)?.[1]
    return id ? [Number(id)] : []
  })
}

function done(what: string, isByLink = false): Outcome {
  return { kind: 'goOn', address: `${newsletterPaths.en}?${isByLink ? 'link=1&' : ''}done=${what}` }
}

function again(...failed: string[]): Outcome {
  return { kind: 'again', failed }
}
