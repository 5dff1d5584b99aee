import { randomInt } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { localizedColumn } from '#kit/server/localized-column.ts'
import type { MarketDay } from '#vocabulary/day.ts'

// Excludes characters that are easily confused when a code is read out.
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groupLength = 4

/** Returns the campaigns that run today, by number. */
export function findCampaignsOn(db: Database, today: MarketDay): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('campaign')
    .where('is_active', '=', true)
    .where('from_day', '<=', today)
    .where((where) => where.or([where('to_day', 'is', null), where('to_day', '>', today)]))
    .orderBy('campaign_id')
    .select(['campaign_id as id', localizedColumn('es').as('name')])
    .execute()
}

type CouponIssue = { campaignId: number; login: string; lastDay: MarketDay | null; now: Date }

/** Issues a code to each holder that a user manages; none where there is no such user. */
export async function issueCoupons(
  db: Database,
  { campaignId, login, lastDay, now }: CouponIssue,
): Promise<{ code: string; holder: string }[]> {
  const holders = await db
    .selectFrom('user_account')
    .innerJoin('user_customer', 'user_customer.user_id', 'user_account.user_id')
    .innerJoin('customer', 'customer.customer_id', 'user_customer.customer_id')
    .where('login', '=', login)
    .orderBy('customer.customer_id')
    .select(['customer.customer_id', 'customer.name'])
    .execute()
  if (holders.length === 0) return []
  const issued = holders.map(({ customer_id, name }) => ({
    customerId: customer_id,
    holder: name,
    code: generateCode(),
  }))
  await db
    .insertInto('coupon')
    .values(
      issued.map(({ customerId, code }) => ({
        campaign_id: campaignId,
        customer_id: customerId,
        code,
        issued_at: now,
        expires_on: lastDay,
      })),
    )
    .execute()
  return issued.map(({ holder, code }) => ({ code, holder }))
}

/** Returns a code like `K7QX-9FMD-2RHT`: infeasible to guess at the rate at which codes can be tried. */
export function generateCode(): string {
  const group = () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group()].join('-')
}
