import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { auditAction, auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
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
  type CampaignColumns,
  type CampaignRecord,
  findCampaign,
  findCampaigns,
  hasProduct,
  insertCampaign,
  isCodeTaken,
  presentCampaign,
  updateCampaign,
} from './campaign-store.ts'
import { findCode, findCodes, insertCodes, lockCodes, streamCodes, switchCodeIfUnused } from './code-store.ts'
import { writeCodesCsv } from './codes-csv.ts'

type CouponDeskDeps = {
  serve: Serve
  db: Kysely<DB>
  textsFor: (locale: Locale) => (key: string) => string
  clock: () => Date
}

/** Registers the back-office routes for promotional codes: campaigns, generated codes and their use. */
export function couponDeskRoutes({ serve, db, textsFor, clock }: CouponDeskDeps) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')

  serve(listCampaigns, ({ actor: { locale }, query }) => findCampaigns(db, { ...query, locale, today: today() }))

  serve(readCampaign, {
    find: ({ params }) => findCampaign(db, params.id),
    act: async ({ actor: { locale }, subject }) => presentCampaign(subject, { locale, today: today() }),
  })

  serve(addCampaign, async ({ body, ...context }, refuse) => {
    const columns = normalizeCode(body)
    const fields = await findInvalidFields(columns)
    if (fields) throw refuse('invalid', { fields })
    const id = await db.transaction().execute(async (db) => {
      await lockCodes(db)
      if (await hasTakenCode(db, columns, null)) throw refuse('code_taken')
      const added = await insertCampaign(db, columns)
      await auditChange({ db, ...context, action: 'campaign_added', ...subjectOf(added), after: columns })
      return added
    })
    return { id }
  })

  serve(saveCampaign, {
    find: ({ params }) => findCampaign(db, params.id),
    act: async ({ subject, body: { version, ...body }, ...context }, refuse) => {
      const columns = normalizeCode(body)
      const fields = await findInvalidFields(columns)
      if (fields) throw refuse('invalid', { fields })
      return db.transaction().execute(async (db) => {
        await lockCodes(db)
        if (await hasTakenCode(db, columns, subject.id)) throw refuse('code_taken')
        const after = await updateCampaign(db, { id: subject.id, version }, columns)
        if (after === undefined)
          throw refuse('campaign_changed', await findCurrent(db, subject.id, context.actor.locale))
        await auditChange({
          ...{ db, ...context, ...subjectOf(subject.id) },
          action: 'campaign_changed',
          before: editableColumns(subject),
          after: columns,
        })
        return { version: after }
      })
    },
  })

  serve(switchCampaign, {
    find: ({ params }) => findCampaign(db, params.id),
    act: ({ subject: { id, is_active }, body: { version, active }, ...context }, refuse) =>
      db.transaction().execute(async (db) => {
        const after = await updateCampaign(db, { id, version }, { is_active: active })
        if (after === undefined) throw refuse('campaign_changed', await findCurrent(db, id, context.actor.locale))
        await auditChange({
          ...{ db, ...context, ...subjectOf(id) },
          action: 'campaign_switched',
          before: { active: is_active },
          after: { active },
        })
        return { version: after }
      }),
  })

  serve(issueCodes, {
    find: ({ params }) => findCampaign(db, params.id),
    act: async ({ subject, body: { count, expires_on: expiresOn }, ...context }, refuse) => {
      const state = presentCampaign(subject, { locale: 'es', today: today() }).state
      if (state === 'off' || state === 'ended') throw refuse('campaign_over')
      if (expiresOn !== null && expiresOn < today()) throw refuse('invalid', { fields: { expires_on: ['day_past'] } })
      await db.transaction().execute(async (db) => {
        await insertCodes(db, { campaignId: subject.id, count, expiresOn, now: clock() })
        const after = { count, expires_on: expiresOn }
        await auditChange({ db, ...context, action: 'codes_issued', ...subjectOf(subject.id), after })
      })
      return { count }
    },
  })

  serve(listCodes, {
    find: ({ params }) => findCampaign(db, params.id),
    act: ({ subject, query }) => findCodes(db, subject.id, { ...query, today: today() }),
  })

  serve(downloadCodes, {
    find: ({ params }) => findCampaign(db, params.id),
    act: async ({ subject: { id }, ...context }) => {
      await auditAction({ db, ...context, action: 'codes_exported', ...subjectOf(id) })
      const { locale } = context.actor
      const textOf = textsFor(locale)
      return {
        content: Readable.from(writeCodesCsv(streamCodes(db, id, today()), textOf, locale)),
        fileName: `${textOf('codes.file')}-${id}.csv`,
        mediaType: 'text/csv; charset=utf-8',
      }
    },
  })

  serve(switchCode, {
    find: ({ params }) => findCode(db, params.id),
    permit({ redeemedAt }, refuse) {
      if (redeemedAt !== null) throw refuse('code_redeemed')
    },
    act: async ({ subject: { id, campaignId, isActive }, body: { active }, ...context }, refuse) => {
      await db.transaction().execute(async (db) => {
        if (!(await switchCodeIfUnused(db, { id, isActive: active }))) throw refuse('code_redeemed')
        const [before, after] = [isActive, active].map((each) => ({ code: id, active: each }))
        await auditChange({ db, ...context, action: 'code_switched', ...subjectOf(campaignId), before, after })
      })
      return undefined
    },
  })

  async function findInvalidFields({
    from_day,
    to_day,
    product_id,
  }: CampaignColumns): Promise<Record<string, string[]> | undefined> {
    if (to_day !== null && to_day <= from_day) return { to_day: ['ends_before'] }
    const isKnown = product_id === null || (await hasProduct(db, product_id))
    return isKnown ? undefined : { product_id: ['product_unknown'] }
  }

  /** Returns the current values for an operator whose edit conflicts with them. */
  async function findCurrent(db: Database, id: number, locale: Locale) {
    const campaign = await findCampaign(db, String(id))
    return { extra: { current: campaign ? presentCampaign(campaign, { locale, today: today() }) : null } }
  }
}

const subjectOf = (campaignId: number) => ({ subject: `campaign:${campaignId}` })

/** Codes are case-insensitive. */
function normalizeCode(columns: CampaignColumns): CampaignColumns {
  return { ...columns, public_code: columns.public_code?.toUpperCase() ?? null }
}

async function hasTakenCode(
  db: Database,
  { public_code: code }: CampaignColumns,
  except: number | null,
): Promise<boolean> {
  return code !== null && (await isCodeTaken(db, { code, except }))
}

function editableColumns({
  names,
  descriptions,
  url,
  public_code,
  product_id,
  from_day,
  to_day,
  most_redemptions,
}: CampaignRecord) {
  return { names, descriptions, url, public_code, product_id, from_day, to_day, most_redemptions }
}
