import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { parseId } from '#kit/parse-id.ts'
import type { Serve } from '#kit/server/serve.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { addMonths } from '#vocabulary/day.ts'
import { giveDataConsent, listDataConsents, listOwnData, renewDataConsent, withdrawDataConsent } from '../api.ts'
import { findConsents, findHolders } from './consent-store.ts'
import { type ConsentTexts, findConsentEnd, giveConsent, renewConsent, withdrawConsent } from './data-consents.ts'
import { findOwnDataPeriods } from './own-data-store.ts'
import { presentConsent } from './present-consent.ts'

type DataSharingRouteDeps = { serve: Serve; db: Kysely<DB>; texts: ConsentTexts; clock: () => Date }

// As long as a distributor keeps curves for whoever they belong to.
const monthsOfPeriods = 24

/** Registers the calls by which customers take their own consumption, and decide what others may read. */
export function dataSharingRoutes({ serve, db, texts, clock }: DataSharingRouteDeps) {
  serve(listDataConsents, async ({ actor: { customerIds } }) => {
    const now = clock()
    const [consents, holders, end] = await Promise.all([
      findConsents(db, customerIds, now),
      findHolders(db, customerIds),
      findConsentEnd(db, now),
    ])
    return { items: consents.map((consent) => presentConsent(consent, now)), holders, valid_until: end.validUntil }
  })

  serve(giveDataConsent, async ({ actor, body, request }, refuse) => {
    const { holder_id: customerId, third_party: thirdParty, purpose, scopes } = body
    if (!actor.customerIds.includes(customerId)) throw refuse('no_such_holder')
    const author = { userId: actor.userId, locale: actor.locale, requestId: request.id, now: clock() }
    const input = { customerId, thirdParty, purpose, scopes: [...new Set(scopes)] }
    const given = await db.transaction().execute((trx) => giveConsent(trx, input, { author, texts }))
    if (!given) throw refuse('access_tokens_too_many')
    return { token: given.token, valid_until: given.validUntil }
  })

  async function findOwn({ actor, params }: { actor: { customerIds: number[] }; params: { id: string } }) {
    const id = parseId(params.id)
    const consents = id === undefined ? [] : await findConsents(db, actor.customerIds, clock())
    const match = consents.find(({ data_consent_id }) => data_consent_id === id)
    return match && { customerId: match.customer_id, consentId: match.data_consent_id }
  }

  serve(renewDataConsent, {
    find: findOwn,
    async act({ actor, subject, request }, refuse) {
      const author = { userId: actor.userId, locale: actor.locale, requestId: request.id, now: clock() }
      const until = await db.transaction().execute((trx) => renewConsent(trx, subject, { author, texts }))
      if (!until) throw refuse('consent_ended')
      return { valid_until: until }
    },
  })

  serve(withdrawDataConsent, {
    find: findOwn,
    async act({ actor, subject, request }) {
      const author = { userId: actor.userId, locale: actor.locale, requestId: request.id, now: clock() }
      await db.transaction().execute((trx) => withdrawConsent(trx, subject, { author, texts }))
      return undefined
    },
  })

  serve(listOwnData, async ({ actor: { customerIds }, query }) => {
    const since = addMonths(calendarDayOf(clock()), -monthsOfPeriods)
    const periods = await findOwnDataPeriods(db, { customerIds, since, ...query })
    const items = periods.items.map(({ issued_on, last_at, ...period }) => ({
      ...period,
      available_since: issued_on,
      taken_at: last_at?.toISOString() ?? null,
    }))
    return { items, n_items: periods.total }
  })
}
