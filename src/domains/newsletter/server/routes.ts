import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { SessionCookies } from '#domains/session/server/cookies.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import type { Actor } from '#kit/actor.ts'
import { Refused } from '#kit/refusal.ts'
import { notFound, type Serve } from '#kit/server/serve.ts'
import {
  listNewsletters,
  listOffered,
  type Newsletter,
  readSubscriber,
  type Subscriber,
  setActiveNewsletters,
  setMails,
} from '../api.ts'
import { keepLink, linkCookie } from './link-cookie.ts'
import { type Asked, findAsked, findNewAddress, type NewAddress, type Owner } from './proof.ts'
import { askNewAddress, takeNewAddress } from './set-mail.ts'
import { saveNewsletters } from './set-newsletters.ts'
import { type KeptNewsletter, newslettersFor, subscriptionsVersion } from './subscriber-store.ts'

type Needs = {
  serve: Serve
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  cookies: SessionCookies
  /** Signs the links of newsletters. */
  newsletterKeys: KeyRing
  clock: () => Date
}

/** Newsletters, told and changed only for whoever has shown that an address is theirs. */
export function newsletterRoutes({ serve, db, settings, cookies, newsletterKeys: keys, clock }: Needs) {
  const needs = { db, clock }
  const proofNeeds = () => ({ db, keys, now: clock(), isLinkRequired: settings.now().newsletter.jwtParamsRequired })

  serve(listOffered, async ({ actor }) => {
    requireOffered()
    return (await newslettersFor(db, null, actor.locale)).map((newsletter) => presentNewsletter(newsletter, null))
  })

  serve(listNewsletters, {
    find: ({ actor, request, params }) => asked(params.subscriber, actor, request),
    async act({ actor, subject }, refuse) {
      if (subject.kind === 'refused') throw refuse(subject.code)
      if (subject.kind === 'newAddress') throw refuse('newsletter_link_invalid')
      const subscriberId = subject.kind === 'owner' ? (subject.subscriber?.subscriberId ?? null) : null
      const newsletters = await newslettersFor(db, subscriberId, actor.locale)
      return presentOwn(newsletters, subscriberId)
    },
  })

  serve(readSubscriber, {
    async find({ actor, request, params }) {
      const found = await asked(params.subscriber, actor, request)
      return found?.kind === 'stranger' ? undefined : found
    },
    async act({ subject }, refuse) {
      if (subject.kind === 'refused') throw refuse(subject.code)
      return presentSubscriber(subject)
    },
  })

  serve(setActiveNewsletters, {
    async find({ actor, request }): Promise<Asked | 'unreadable' | undefined> {
      const body = AskedSubscriber.safeParse(request.body)
      return body.success ? asked(body.data.subscriptor_or_email, actor, request) : 'unreadable'
    },
    async act({ subject, actor: { locale }, body, request, reply }, refuse) {
      if (subject === 'unreadable') throw new Error('The gate lets no body through that it cannot read.')
      const { selected_newsletters: selected, version: seen } = body
      const wanted = { chosen: [...new Set(selected)], seen, locale, requestId: request.id }
      const outcome = await saveNewsletters(needs, subject, wanted, request.ip)
      switch (outcome.kind) {
        case 'refused':
          throw refuse(outcome.code)
        case 'throttled':
          throw refuse('too_many_attempts', outcome)
        case 'unknown':
          throw invalid('selected_newsletters', 'invalid_value')
        case 'locked':
          throw refuse('newsletter_locked')
        case 'spent':
          throw refuse('newsletter_link_invalid')
        case 'removed':
          cookies.drop(request, reply, linkCookie)
          return 'removed'
        case 'asked':
          return outcome.newsletters.map((newsletter) => ({
            ...presentNewsletter(newsletter, null),
            pending: wanted.chosen.includes(newsletter.id),
          }))
        case 'saved': {
          const { subscriberId } = outcome
          if (subject.kind === 'owner' && subject.confirmation) await goOnWith(subscriberId, request, reply)
          return presentOwn(outcome.newsletters, subscriberId)
        }
      }
    },
  })

  serve(setMails, {
    async find({ actor, request }): Promise<Owner | NewAddress | 'unreadable' | undefined> {
      requireOffered()
      const body = AskedMail.safeParse(request.body)
      if (!body.success) return 'unreadable'
      const { subscriberId, emails } = body.data
      const bearer = bearerOf(actor, request)
      const confirmed = await findNewAddress(proofNeeds(), { subscriberId, email: emails[0]! }, bearer)
      if (confirmed) return confirmed
      const found = await asked(subscriberId, actor, request)
      return found?.kind === 'owner' && found.subscriber ? found : undefined
    },
    async act({ subject, actor: { locale }, body, request, reply }, refuse) {
      if (subject === 'unreadable') throw new Error('The gate lets no body through that it cannot read.')
      if (!settings.now().newsletter.mailEditable) throw refuse('newsletter_mail_fixed')
      const email = body.emails[0]!
      const done = (emails: string[], pending: string[]) => ({ id: body.subscriberId, emails, pending })
      if (subject.kind === 'newAddress') {
        const outcome = await takeNewAddress(needs, subject, locale)
        if (outcome === 'spent') throw refuse('newsletter_link_invalid')
        if (outcome === 'email_taken') throw refuse('email_taken')
        await goOnWith(body.subscriberId, request, reply)
        return done([email], [])
      }
      const subscriber = subject.subscriber!
      if (email === subscriber.email) return done([email], [])
      const retryAfterSeconds = await askNewAddress(needs, { subscriber, email, locale, network: request.ip })
      if (retryAfterSeconds > 0) throw refuse('too_many_attempts', { retryAfterSeconds })
      return done([subscriber.email], [email])
    },
  })

  function requireOffered() {
    if (!settings.now().newsletter.enabled) throw notFound()
  }

  function asked(wanted: string | number, actor: Actor, request: FastifyRequest): Promise<Asked | undefined> {
    requireOffered()
    return findAsked(proofNeeds(), wanted, bearerOf(actor, request))
  }

  /** What was confirmed by a link that is good once goes on by one that is good for managing. */
  function goOnWith(subscriberId: number, request: FastifyRequest, reply: FastifyReply) {
    return keepLink({ keys, cookies, now: clock() }, { subscriberId }, request, reply)
  }
}

const AskedSubscriber = z.object({ subscriptor_or_email: setActiveNewsletters.body.shape.subscriptor_or_email })
const AskedMail = z.object(setMails.body.shape)

function bearerOf(actor: Actor, request: FastifyRequest) {
  return { actor, token: request.cookies[linkCookie] }
}

function presentOwn(newsletters: readonly KeptNewsletter[], subscriberId: number | null): Newsletter[] {
  const version = subscriptionsVersion(newsletters)
  return newsletters.map((newsletter) => ({ ...presentNewsletter(newsletter, subscriberId), version }))
}

function presentNewsletter(
  { id, name, description, isExported, isSubscribed }: KeptNewsletter,
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

function presentSubscriber(found: Owner | NewAddress): Subscriber {
  const { confirmation } = found
  return {
    id: found.kind === 'owner' ? (found.subscriber?.subscriberId ?? null) : found.confirmation.subscriberId,
    emails: [found.kind === 'owner' ? found.email : found.confirmation.email],
    confirmation: confirmation && {
      kind: found.kind === 'owner' ? 'subscription' : 'address',
      email: confirmation.email,
      newsletters: confirmation.newsletterIds,
    },
  }
}

function invalid(field: string, code: string): Refused {
  return new Refused('invalid', 400, { fields: { [field]: [code] } })
}
