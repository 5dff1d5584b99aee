import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { anyOf, containsText, findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { insertRows } from '#kit/server/bulk-rows.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { generateCode } from '../../../server/issue-coupons.ts'
import type { CampaignDetails, CouponCode, ListedCampaign } from '../api.ts'
import { type CodeFilter, campaignStateOn, codeStateOn } from '../rules.ts'

export type CampaignRecord = {
  id: number
  names: Record<string, string>
  descriptions: Record<string, string>
  url: string | null
  public_code: string | null
  product_id: number | null
  product_name: string | null
  from_day: MarketDay
  to_day: MarketDay | null
  most_redemptions: number | null
  is_active: boolean
  version: number
  issued: number
  redeemed: number
}

// Each use of a public code stores a row, which is not a generated code.
const selectCampaigns = sql`
  select campaign.campaign_id as id, names, descriptions, url, public_code, campaign.product_id,
    coalesce(commercial_name, product.name) as product_name, from_day::text as from_day, to_day::text as to_day,
    most_redemptions, campaign.is_active, campaign.version,
    (select count(*)::integer from coupon where coupon.campaign_id = campaign.campaign_id
      and not (${publicCodeUse()})) as issued,
    (select count(*)::integer from coupon where coupon.campaign_id = campaign.campaign_id
      and redeemed_at is not null) as redeemed
  from campaign left join product using (product_id)`

/**
 * Returns a condition for rows that record a use of the public code. Their codes are internal ids that cannot be
 * entered.
 */
function publicCodeUse() {
  return sql`coupon.code ~ '^[0-9A-F]{8}-[0-9A-F]{4}-' and coupon.redeemed_at is not null and coupon.customer_id is null`
}

type CampaignQuery = PageRange & { q: string; locale: Locale; today: MarketDay }

/** Returns a page of campaigns, searched by name, public code or generated code. */
export async function findCampaigns(
  db: Database,
  { q, locale, today, ...range }: CampaignQuery,
): Promise<ResultPage<ListedCampaign>> {
  const code = q.toUpperCase()
  const selection = {
    columns: sql`*`,
    from: sql`(${selectCampaigns}) as listed`,
    where: [
      anyOf([
        containsText(sql`names::text`, q),
        sql`strpos(public_code, ${code}) > 0`,
        sql`id in (select campaign_id from coupon where code = ${code})`,
      ]),
    ],
    orderBy: sql`id desc`,
  }
  const { items, total } = await findPage<CampaignRecord>(db, selection, range)
  return { items: items.map((row) => presentListed(row, { locale, today })), total }
}

/** Returns a campaign by the id from a URL. */
export async function findCampaign(db: Database, id: string): Promise<CampaignRecord | undefined> {
  const { rows } =
    await sql<CampaignRecord>`select * from (${selectCampaigns}) as found where id::text = ${id}`.execute(db)
  return rows[0]
}

type CampaignViewer = { locale: Locale; today: MarketDay }

/** Converts a campaign to the API format. */
export function presentCampaign(campaign: CampaignRecord, reader: CampaignViewer): CampaignDetails {
  const { names, descriptions, url, version } = campaign
  return { ...presentListed(campaign, reader), names, descriptions, url, version, today: reader.today }
}

function presentListed(campaign: CampaignRecord, { locale, today }: CampaignViewer): ListedCampaign {
  const { id, names, public_code, product_id, product_name, from_day, to_day, issued, redeemed } = campaign
  return {
    ...{ id, public_code, from_day, to_day, issued, redeemed, most_redemptions: campaign.most_redemptions },
    name: names[locale] ?? names.es ?? '',
    state: campaignStateOn({ isActive: campaign.is_active, fromDay: from_day, toDay: to_day }, today),
    product: product_id === null ? null : { id: product_id, name: product_name ?? '' },
  }
}

export type CampaignColumns = {
  names: object
  descriptions: object
  url: string | null
  public_code: string | null
  product_id: number | null
  from_day: MarketDay
  to_day: MarketDay | null
  most_redemptions: number | null
}

/** Checks whether a public code is already used by another campaign or a generated code. */
export async function isCodeTaken(db: Database, { code, except }: { code: string; except: number | null }) {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from campaign where public_code = ${code} and campaign_id is distinct from ${except})
      or exists (select from coupon where code = ${code}) as taken`.execute(db)
  return rows[0]!.taken
}

export async function hasProduct(db: Database, productId: number): Promise<boolean> {
  const product = db.selectFrom('product').where('product_id', '=', productId).select('product_id')
  return (await product.executeTakeFirst()) !== undefined
}

export async function insertCampaign(db: Database, columns: CampaignColumns): Promise<number> {
  const { id } = await db
    .insertInto('campaign')
    .values(toCampaignRow(columns))
    .returning('campaign_id as id')
    .executeTakeFirstOrThrow()
  return id
}

type SeenCampaign = { id: number; version: number }

/** Updates a campaign if its version still matches. Returns the new version, or undefined on a conflict. */
export async function updateCampaign(
  db: Database,
  { id, version }: SeenCampaign,
  change: CampaignColumns | { is_active: boolean },
): Promise<number | undefined> {
  const changed = await db
    .updateTable('campaign')
    .set({ ...('is_active' in change ? change : toCampaignRow(change)), version: version + 1 })
    .where('campaign_id', '=', id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return changed?.version
}

function toCampaignRow({ names, descriptions, ...rest }: CampaignColumns) {
  return { ...rest, names: JSON.stringify(names), descriptions: JSON.stringify(descriptions) }
}

/** Generates codes that belong to no particular customer. */
export async function insertCodes(
  db: Database,
  { campaignId, count, expiresOn, now }: { campaignId: number; count: number; expiresOn: MarketDay | null; now: Date },
) {
  const rows = Array.from({ length: count }, () => ({
    campaign_id: campaignId,
    code: generateCode(),
    issued_at: now,
    expires_on: expiresOn,
  }))
  await insertRows(db, { table: 'coupon', rows })
}

type CodeRow = {
  id: number
  code: string
  is_public: boolean
  is_active: boolean
  issued_at: Date
  expires_on: string | null
  redeemed_at: Date | null
  lead_id: number | null
  customer_id: number | null
  customer_name: string | null
}

const selectCodes = sql`
  select coupon_id as id, code, ${publicCodeUse()} as is_public, coupon.is_active, issued_at, expires_on::text as expires_on,
    redeemed_at, lead_id, customer_id, customer.name as customer_name, campaign_id
  from coupon left join customer using (customer_id)`

/** Returns a page of the codes of a campaign, newest first. */
export async function findCodes(
  db: Database,
  campaignId: number,
  { q, state, today, ...range }: PageRange & { q: string; state: CodeFilter; today: MarketDay },
): Promise<ResultPage<CouponCode>> {
  const isInState = sql`case ${state}::text
    when 'redeemed' then redeemed_at is not null
    when 'off' then redeemed_at is null and not is_active
    when 'over' then redeemed_at is null and is_active and expires_on < ${today}
    when 'open' then redeemed_at is null and is_active and (expires_on is null or expires_on >= ${today})
    else true end`
  const selection = {
    columns: sql`*`,
    from: sql`(${selectCodes}) as listed`,
    where: [sql`campaign_id = ${campaignId}`, sql`(${q} = '' or strpos(code, ${q.toUpperCase()}) > 0)`, isInState],
    orderBy: sql`id desc`,
  }
  const { items, total } = await findPage<CodeRow>(db, selection, range)
  return { items: items.map((row) => presentCode(row, today)), total }
}

/** Yields every code of a campaign, read in batches. */
export async function* streamCodes(db: Database, campaignId: number, today: MarketDay): AsyncGenerator<CouponCode> {
  const batchSize = 1_000
  for (let after = 0; ; ) {
    const { rows } = await sql<CodeRow>`
      select * from (${selectCodes}) as listed where campaign_id = ${campaignId} and id > ${after}
      order by id limit ${batchSize}`.execute(db)
    for (const row of rows) yield presentCode(row, today)
    if (rows.length < batchSize) return
    after = rows.at(-1)!.id
  }
}

function presentCode(row: CodeRow, today: MarketDay): CouponCode {
  const { id, code, is_public, is_active, expires_on, redeemed_at, lead_id, customer_id, customer_name } = row
  return {
    ...{ id, code, is_public, expires_on, lead_id },
    issued_at: row.issued_at.toISOString(),
    redeemed_at: redeemed_at?.toISOString() ?? null,
    state: codeStateOn({ isActive: is_active, isRedeemed: redeemed_at !== null, expiresOn: expires_on }, today),
    customer: customer_id === null ? null : { id: customer_id, name: customer_name ?? '' },
  }
}

/** Returns a code by the id from a URL. */
export function findCode(db: Database, id: string) {
  return db
    .selectFrom('coupon')
    .where(sql`coupon_id::text`, '=', id)
    .select(['coupon_id as id', 'campaign_id as campaignId', 'is_active as isActive', 'redeemed_at as redeemedAt'])
    .executeTakeFirst()
}

/** Activates or deactivates a code. Returns false if it has been used meanwhile. */
export async function switchCodeIfUnused(
  db: Database,
  { id, isActive }: { id: number; isActive: boolean },
): Promise<boolean> {
  const switched = await db
    .updateTable('coupon')
    .set({ is_active: isActive })
    .where('coupon_id', '=', id)
    .where('redeemed_at', 'is', null)
    .returning('coupon_id')
    .executeTakeFirst()
  return switched !== undefined
}

/** Locks campaigns against concurrent code changes, so that no two get the same code. */
export async function lockCodes(db: Database) {
  await sql`lock table campaign in share row exclusive mode`.execute(db)
}
