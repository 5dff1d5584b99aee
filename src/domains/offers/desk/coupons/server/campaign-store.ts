import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { anyOf, containsText, findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { CampaignDetails, ListedCampaign } from '../api.ts'
import { campaignStateOn } from '../rules.ts'

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
export function publicCodeUse() {
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
