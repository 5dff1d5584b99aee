import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { parseId } from '#kit/parse-id.ts'
import { insertRows } from '#kit/server/bulk-rows.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { generateCode } from '../../../server/issue-coupons.ts'
import type { CouponCode } from '../api.ts'
import { type CodeFilter, codeStateOn } from '../rules.ts'
import { publicCodeUse } from './campaign-store.ts'

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
export async function findCode(db: Database, id: string) {
  const couponId = parseId(id)
  if (couponId === undefined) return undefined
  return db
    .selectFrom('coupon')
    .where('coupon_id', '=', couponId)
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
