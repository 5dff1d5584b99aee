import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { startOf } from '#vocabulary/market-time.ts'
import type { ListedAuditEntry } from '../api.ts'

const pageSize = 50

type AuditRow = Omit<ListedAuditEntry, 'at' | 'actor' | 'customer'> & {
  at: Date
  actor_id: number | null
  actor_login: string | null
  actor_role: string | null
  customer_id: number | null
  customer_name: string | null
}

type AuditQuery = {
  q: string
  isByOperators: boolean
  from: MarketDay | undefined
  to: MarketDay | undefined
  after: string | undefined
}

/** Returns a page of the audit log, newest first. `next` is the cursor of the following page. */
export async function findAuditEntries(
  db: Database,
  { q, isByOperators, from, to, after }: AuditQuery,
): Promise<{ items: ListedAuditEntry[]; next: string | null }> {
  const { rows } = await sql<AuditRow>`
    select audit_entry_id::text as id, at, action, subject, before, after, request_id,
      actor.user_id as actor_id, actor.login as actor_login, actor.role as actor_role,
      customer.customer_id, customer.name as customer_name
    from audit_entry
      left join user_account as actor on actor.user_id = actor_user_id
      left join customer on customer.customer_id = audit_entry.customer_id
    where ${after === undefined ? sql`true` : sql`audit_entry_id < ${after}`}
      and ${isByOperators ? sql`actor_user_id in (select user_id from user_account where role = 'operator')` : sql`true`}
      and ${from === undefined ? sql`true` : sql`at >= ${startOf(from, 'Europe/Madrid')}`}
      and ${to === undefined ? sql`true` : sql`at < ${startOf(addDays(to, 1), 'Europe/Madrid')}`}
      and ${q === '' ? sql`true` : await searchConditionFor(db, q)}
    order by audit_entry_id desc limit ${pageSize + 1}`.execute(db)
  const page = rows.slice(0, pageSize)
  return { items: page.map(presentEntry), next: rows.length > pageSize ? page.at(-1)!.id : null }
}

/** Builds an indexable condition for a search: a login, a subject, or the beginning of an action. */
async function searchConditionFor(db: Database, q: string): Promise<RawBuilder<unknown>> {
  const actor = await db
    .selectFrom('user_account')
    .where('login', '=', q.toLowerCase())
    .select('user_id')
    .executeTakeFirst()
  if (actor) return sql`actor_user_id = ${actor.user_id}`
  if (/[:.]/.test(q)) return sql`subject = ${q}`
  return sql`action like ${`${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`
}

function presentEntry({
  at,
  actor_id,
  actor_login,
  actor_role,
  customer_id,
  customer_name,
  ...entry
}: AuditRow): ListedAuditEntry {
  return {
    ...entry,
    at: at.toISOString(),
    actor: actor_id === null ? null : { id: actor_id, login: actor_login!, is_operator: actor_role === 'operator' },
    customer: customer_id === null ? null : { id: customer_id, name: customer_name ?? '' },
  }
}
