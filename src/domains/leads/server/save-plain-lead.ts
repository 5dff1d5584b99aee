import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LeadKind } from '#domains/lead-records/lead-kinds.ts'
import { insertLead } from '#domains/lead-records/server/lead-store.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import type { Actor } from '#kit/actor.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { LeadContact } from '../lead-contact.ts'
import { recordLeadConsent } from './lead-consent.ts'
import { notifyRetailer } from './notify-retailer.ts'
import { ensureVisitor } from './visitor-cookie.ts'

type PlainLeadDeps = {
  db: Kysely<DB>
  cookies: SessionCookies
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  consentTextFor: (locale: Locale) => string
}

/**
 * Saves the details that a visitor leaves without script as a lead, and notifies the retailer. Read-only actors and
 * visitors who send too many are refused.
 */
export async function savePlainLead(
  { db, cookies, clock, settings, consentTextFor }: PlainLeadDeps,
  { kind, contact, actor }: { kind: LeadKind; contact: LeadContact; actor: Actor },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<'sent' | 'failed' | 'too_many_attempts'> {
  if (actor.readonly) return 'failed'
  const now = clock()
  const limits = [
    { what: 'plain lead', per: 'network', value: request.ip, maxCount: 10, minutes: 60 },
    { what: 'plain lead', per: 'email', value: contact.email, maxCount: 3, minutes: 60 },
  ] as const
  if ((await countVisit(db, limits, now)) > 0) return 'too_many_attempts'
  const { locale } = actor
  const userId = actor.kind === 'customer' ? actor.userId : null
  const visitorHash = ensureVisitor({ request, reply }, cookies)
  const { consent: _, ...contactDetails } = contact
  await db.transaction().execute(async (transaction) => {
    const leadId = await insertLead(
      transaction,
      { kind, visitorHash, userId, locale, now },
      {
        name: [contact.name, contact.surname1, contact.surname2].filter(Boolean).join(' '),
        email: contact.email,
        phone: contact.telephone,
        state: 'sent',
        steps: JSON.stringify({ contact: contactDetails }),
      },
    )
    const consentText = consentTextFor(locale)
    const consent = { userId, email: contact.email, words: consentText, locale, requestId: request.id }
    await recordLeadConsent(transaction, consent, now)
    await notifyRetailer(transaction, settings.now(), { leadId, kind, now })
  })
  return 'sent'
}
