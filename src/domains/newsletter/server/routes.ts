import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import type { Actor } from '#kit/actor.ts'
import { Refused } from '#kit/refusal.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { notFound, type Serve } from '#kit/server/serve.ts'
import {
  listNewsletters,
  listOfferedNewsletters,
  type Newsletter,
  readSubscriber,
  type Subscriber,
  setActiveNewsletters,
  setSubscriberMails,
} from '../api.ts'
import { applyAddressChange, requestAddressChange } from './change-address.ts'
import {
  type AddressOwner,
  findNewAddressOwner,
  findNewsletterSubject,
  type NewAddressOwner,
  type NewsletterSubject,
} from './find-newsletter-subject.ts'
import { linkCookieName, storeNewLink } from './link-cookie.ts'
import { saveNewsletters } from './save-newsletters.ts'
import { findNewslettersFor, type StoredNewsletter, subscriptionsVersion } from './subscriber-store.ts'

type NewsletterRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  cookies: SessionCookies
  /** Signs the links of newsletters. */
  newsletterKeys: KeyRing
  clock: () => Date
}

/**
 * Registers the newsletter calls. Subscriptions are shown and changed only for users who have proven that an address is
 * theirs.
 */
export function newsletterRoutes({ serve, db, settings, cookies, newsletterKeys: keys, clock }: NewsletterRouteDeps) {
  const deps = { db, clock }
  const subjectDeps = () => ({ db, keys, now: clock(), isLinkRequired: settings.now().newsletter.jwtParamsRequired })

  serve(listOfferedNewsletters, async ({ actor }) => {
    requireEnabled()
    return (await findNewslettersFor(db, null, actor.locale)).map((newsletter) => presentNewsletter(newsletter, null))
  })

  serve(listNewsletters, {
    find: ({ actor, request, params }) => findSubject(params.subscriber, actor, request),
    async act({ actor, subject }, refuse) {
      if (subject.kind === 'refused') throw refuse(subject.code)
      if (subject.kind === 'newAddress') throw refuse('newsletter_link_invalid')
      const subscriberId = subject.kind === 'owner' ? (subject.subscriber?.subscriberId ?? null) : null
      const newsletters = await findNewslettersFor(db, subscriberId, actor.locale)
      return presentOwnNewsletters(newsletters, subscriberId)
    },
  })

  serve(readSubscriber, {
    async find({ actor, request, params }) {
      const subject = await findSubject(params.subscriber, actor, request)
      return subject?.kind === 'stranger' ? undefined : subject
    },
    async act({ subject }, refuse) {
      if (subject.kind === 'refused') throw refuse(subject.code)
      return presentSubscriber(subject)
    },
  })

  serve(setActiveNewsletters, {
    async find({ actor, request }): Promise<NewsletterSubject | 'unreadable' | undefined> {
      const body = SubscriberBody.safeParse(request.body)
      return body.success ? findSubject(body.data.subscriptor_or_email, actor, request) : 'unreadable'
    },
    async act({ subject, actor: { locale }, body, request, reply }, refuse) {
      if (subject === 'unreadable') throw new Error('The gate should have refused an unreadable body.')
      const { selected_newsletters: selected, version: seen } = body
      const input = { chosen: [...new Set(selected)], seen, locale, requestId: request.id }
      const outcome = await saveNewsletters(deps, subject, input, request.ip)
      switch (outcome.kind) {
        case 'refused':
          throw refuse(outcome.code)
        case 'throttled':
          throw refuse('too_many_attempts', outcome)
        case 'unknown':
          throw invalidField('selected_newsletters', 'invalid_value')
        case 'locked':
          throw refuse('newsletter_locked')
        case 'spent':
          throw refuse('newsletter_link_invalid')
        case 'removed':
          cookies.remove(request, reply, linkCookieName)
          return 'removed'
        case 'asked':
          return outcome.newsletters.map((newsletter) => ({
            ...presentNewsletter(newsletter, null),
            pending: input.chosen.includes(newsletter.id),
          }))
        case 'saved': {
          const { subscriberId } = outcome
          if (subject.kind === 'owner' && subject.confirmation) await storeManagingLink(subscriberId, request, reply)
          return presentOwnNewsletters(outcome.newsletters, subscriberId)
        }
      }
    },
  })

  serve(setSubscriberMails, {
    async find({ actor, request }): Promise<AddressOwner | NewAddressOwner | 'unreadable' | undefined> {
      requireEnabled()
      const body = MailsBody.safeParse(request.body)
      if (!body.success) return 'unreadable'
      const { subscriberId, emails } = body.data
      const bearer = bearerOf(actor, request)
      const confirmed = await findNewAddressOwner(subjectDeps(), { subscriberId, email: emails[0]! }, bearer)
      if (confirmed) return confirmed
      const subject = await findSubject(subscriberId, actor, request)
      return subject?.kind === 'owner' && subject.subscriber ? subject : undefined
    },
    async act({ subject, actor: { locale }, body, request, reply }, refuse) {
      if (subject === 'unreadable') throw new Error('The gate should have refused an unreadable body.')
      if (!settings.now().newsletter.mailEditable) throw refuse('newsletter_mail_fixed')
      const email = body.emails[0]!
      const done = (emails: string[], pending: string[]) => ({ id: body.subscriberId, emails, pending })
      if (subject.kind === 'newAddress') {
        const outcome = await applyAddressChange(deps, subject, locale)
        if (outcome === 'spent') throw refuse('newsletter_link_invalid')
        if (outcome === 'email_taken') throw refuse('email_taken')
        await storeManagingLink(body.subscriberId, request, reply)
        return done([email], [])
      }
      const subscriber = subject.subscriber!
      if (email === subscriber.email) return done([email], [])
      const retryAfterSeconds = await requestAddressChange(deps, { subscriber, email, locale, network: request.ip })
      if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
      return done([subscriber.email], [email])
    },
  })

  function requireEnabled() {
    if (!settings.now().newsletter.enabled) throw notFound()
  }

  function findSubject(
    input: string | number,
    actor: Actor,
    request: FastifyRequest,
  ): Promise<NewsletterSubject | undefined> {
    requireEnabled()
    return findNewsletterSubject(subjectDeps(), input, bearerOf(actor, request))
  }

  /** Replaces a used one-time confirmation link by one that manages the subscriptions. */
  function storeManagingLink(subscriberId: number, request: FastifyRequest, reply: FastifyReply) {
    return storeNewLink({ keys, cookies, now: clock() }, { subscriberId }, request, reply)
  }
}

const SubscriberBody = z.object({ subscriptor_or_email: setActiveNewsletters.body.shape.subscriptor_or_email })
const MailsBody = z.object(setSubscriberMails.body.shape)

function bearerOf(actor: Actor, request: FastifyRequest) {
  return { actor, token: request.cookies[linkCookieName] }
}

function presentOwnNewsletters(newsletters: readonly StoredNewsletter[], subscriberId: number | null): Newsletter[] {
  const version = subscriptionsVersion(newsletters)
  return newsletters.map((newsletter) => ({ ...presentNewsletter(newsletter, subscriberId), version }))
}

function presentNewsletter(
  { id, name, description, isExported, isSubscribed }: StoredNewsletter,
  subscriberId: number | null,
): Newsletter {
  return {
    newsletter_id: id,
    name,
    newsletter_description: description,
    subscribed: isSubscribed,
    subscriptor_id: subscriberId,
    exported: isExported,
  }
}

function presentSubscriber(owner: AddressOwner | NewAddressOwner): Subscriber {
  const { confirmation } = owner
  return {
    id: owner.kind === 'owner' ? (owner.subscriber?.subscriberId ?? null) : owner.confirmation.subscriberId,
    emails: [owner.kind === 'owner' ? owner.email : owner.confirmation.email],
    confirmation: confirmation && {
      kind: owner.kind === 'owner' ? 'subscription' : 'address',
      email: confirmation.email,
      newsletters: confirmation.newsletterIds,
    },
  }
}

function invalidField(field: string, code: string): Refused {
  return new Refused('invalid', 400, { fields: { [field]: [code] } })
}
