import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { Locale } from '#kit/locale.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  addCampaign,
  issueCodes,
  listCampaigns,
  listCodes,
  readCampaign,
  saveCampaign,
  switchCampaign,
  switchCode,
} from '../api.ts'
import { downloadCodes } from '../downloads.ts'
import {
  type Campaign,
  campaignsOf,
  codesOf,
  everyCode,
  findCampaign,
  findCode,
  hasProduct,
  insertCampaign,
  insertCodes,
  isCodeTaken,
  lockCodes,
  presentCampaign,
  switchOne,
  updateCampaign,
  type Wanted,
} from './campaign-store.ts'
import { codesAsCsv } from './csv.ts'

type Needs = {
  serve: Serve
  db: Kysely<DB>
  wordsOf: (locale: Locale) => (key: string) => string
  clock: () => Date
}
type Done = { actor: { userId: number }; request: { id: string } }

/** The desk of promotional codes: campaigns, the codes that are made of them, and what became of each. */
export function couponDeskRoutes({ serve, db, wordsOf, clock }: Needs) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listCampaigns, ({ actor: { locale }, query }) => campaignsOf(db, { ...query, locale, today: today() }))

  serve(readCampaign, {
    find: ({ params }) => findCampaign(db, params.id),
    act: async ({ actor: { locale }, subject }) => presentCampaign(subject, { locale, today: today() }),
  })

  serve(addCampaign, async ({ body, ...done }, refuse) => {
    const wanted = tidy(body)
    const fields = await wrongIn(wanted)
    if (fields) throw refuse('invalid', { fields })
    const id = await db.transaction().execute(async (db) => {
      await lockCodes(db)
      if (await hasTakenCode(db, wanted, null)) throw refuse('code_taken')
      const added = await insertCampaign(db, wanted)
      await note(db, done, 'campaign_added', added, undefined, wanted)
      return added
    })
    return { id }
  })

  serve(saveCampaign, {
    find: ({ params }) => findCampaign(db, params.id),
    act: async ({ subject, body: { version, ...body }, ...done }, refuse) => {
      const wanted = tidy(body)
      const fields = await wrongIn(wanted)
      if (fields) throw refuse('invalid', { fields })
      return db.transaction().execute(async (db) => {
        await lockCodes(db)
        if (await hasTakenCode(db, wanted, subject.id)) throw refuse('code_taken')
        const after = await updateCampaign(db, { id: subject.id, version }, wanted)
        if (after === undefined) throw refuse('campaign_changed', await standing(db, subject.id, done.actor.locale))
        await note(db, done, 'campaign_changed', subject.id, kept(subject), wanted)
        return { version: after }
      })
    },
  })

  serve(switchCampaign, {
    find: ({ params }) => findCampaign(db, params.id),
    act: ({ subject: { id, is_active }, body: { version, active }, ...done }, refuse) =>
      db.transaction().execute(async (db) => {
        const after = await updateCampaign(db, { id, version }, { is_active: active })
        if (after === undefined) throw refuse('campaign_changed', await standing(db, id, done.actor.locale))
        await note(db, done, 'campaign_switched', id, { active: is_active }, { active })
        return { version: after }
      }),
  })

  serve(issueCodes, {
    find: ({ params }) => findCampaign(db, params.id),
    act: async ({ subject, body: { count, expires_on: expiresOn }, ...done }, refuse) => {
      const state = presentCampaign(subject, { locale: 'es', today: today() }).state
      if (state === 'off' || state === 'ended') throw refuse('campaign_over')
      if (expiresOn !== null && expiresOn < today()) throw refuse('invalid', { fields: { expires_on: ['day_past'] } })
      await db.transaction().execute(async (db) => {
        await insertCodes(db, { campaignId: subject.id, count, expiresOn, now: clock() })
        await note(db, done, 'codes_issued', subject.id, undefined, { count, expires_on: expiresOn })
      })
      return { count }
    },
  })

  serve(listCodes, {
    find: ({ params }) => findCampaign(db, params.id),
    act: ({ subject, query }) => codesOf(db, subject.id, { ...query, today: today() }),
  })

  serve(downloadCodes, {
    find: ({ params }) => findCampaign(db, params.id),
    act: async ({ subject: { id }, ...done }) => {
      await note(db, done, 'codes_exported', id)
      const { locale } = done.actor
      const say = wordsOf(locale)
      return {
        content: Readable.from(codesAsCsv(everyCode(db, id, today()), say, locale)),
        fileName: `${say('codes.file')}-${id}.csv`,
        mediaType: 'text/csv; charset=utf-8',
      }
    },
  })

  serve(switchCode, {
    find: ({ params }) => findCode(db, params.id),
    permit({ redeemedAt }, refuse) {
      if (redeemedAt !== null) throw refuse('code_redeemed')
    },
    act: async ({ subject: { id, campaignId, isActive }, body: { active }, ...done }, refuse) => {
      await db.transaction().execute(async (db) => {
        if (!(await switchOne(db, { id, isActive: active }))) throw refuse('code_redeemed')
        const [before, after] = [isActive, active].map((each) => ({ code: id, active: each }))
        await note(db, done, 'code_switched', campaignId, before, after)
      })
      return undefined
    },
  })

  async function wrongIn({ from_day, to_day, product_id }: Wanted): Promise<Record<string, string[]> | undefined> {
    if (to_day !== null && to_day <= from_day) return { to_day: ['ends_before'] }
    const isKnown = product_id === null || (await hasProduct(db, product_id))
    return isKnown ? undefined : { product_id: ['product_unknown'] }
  }

  /** What stands now, for whoever saw something else. */
  async function standing(db: Database, id: number, locale: Locale) {
    const campaign = await findCampaign(db, String(id))
    return { extra: { current: campaign ? presentCampaign(campaign, { locale, today: today() }) : null } }
  }

  function note(
    db: Database,
    { actor, request }: Done,
    action: string,
    campaignId: number,
    before?: unknown,
    after?: unknown,
  ) {
    const subject = `campaign:${campaignId}`
    return writeAudit(db, { action, actorUserId: actor.userId, subject, before, after, requestId: request.id })
  }
}

/** Codes are typed in any case. */
function tidy(wanted: Wanted): Wanted {
  return { ...wanted, public_code: wanted.public_code?.toUpperCase() ?? null }
}

async function hasTakenCode(db: Database, { public_code: code }: Wanted, except: number | null): Promise<boolean> {
  return code !== null && (await isCodeTaken(db, { code, except }))
}

function kept({ names, descriptions, url, public_code, product_id, from_day, to_day, most_redemptions }: Campaign) {
  return { names, descriptions, url, public_code, product_id, from_day, to_day, most_redemptions }
}
