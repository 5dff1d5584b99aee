import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { openStates } from '#domains/changes/rules.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import {
  calculateRetainedUntil,
  type ErasureAction,
  type ErasureObstacle,
  erasureObstacles,
  findErasureObstacles,
  type RetainedUntil,
  type RetentionGround,
} from '../erasure-rules.ts'
import { type ErasedTable, erasedTables } from './personal-data-rules.ts'
import type { DataOwner } from './row-conditions.ts'

/** What an erasure does with one table: how many rows it affects, and why and until when some of it is retained. */
export type PlannedTable = {
  table: keyof DB
  does: ErasureAction
  count: number
  ground: RetentionGround | null
  until: MarketDay | null
}

export type ErasurePlan = { obstacles: ErasureObstacle[]; tables: PlannedTable[]; until: RetainedUntil }

/**
 * Returns whose rows an erasure covers: those of the account, and those of the holders that no other account sees. A
 * holder whom another user also sees stays theirs. Holders claimed by an unsigned contract also belong to the account.
 */
export async function findErasedOwner(db: Database, userId: number): Promise<DataOwner> {
  const { rows } = await sql<{ customer_id: number }>`
    select customer_id from customer
    where (customer_id in (select customer_id from user_customer where user_id = ${userId}) or claimed_by_user_id = ${userId})
      and not exists (
        select from user_customer join user_account using (user_id)
        where user_customer.customer_id = customer.customer_id and user_id <> ${userId} and user_account.erased_at is null)
    order by 1`.execute(db)
  return { userId, customerIds: rows.map(({ customer_id }) => customer_id) }
}

/** Returns what erasing a user would do now, table by table, or its obstacles. Empty tables are left out. */
export async function planErasure(db: Database, userId: number): Promise<ErasurePlan> {
  const owner = await findErasedOwner(db, userId)
  const { obstacles, until } = await findOutlookOf(db, owner)
  const tables: PlannedTable[] = []
  for (const table of erasedTables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table.name)} as owned where ${table.rows(owner)}`.execute(db)
    if (rows[0]!.count > 0) tables.push(planTable(table, { count: rows[0]!.count, until }))
  }
  return { obstacles, tables, until }
}

/** Returns the obstacles to erasing a user, and until when data would be retained if it were done now. */
export async function findErasureOutlook(db: Database, userId: number): Promise<Omit<ErasurePlan, 'tables'>> {
  return findOutlookOf(db, await findErasedOwner(db, userId))
}

async function findOutlookOf(db: Database, owner: DataOwner): Promise<Omit<ErasurePlan, 'tables'>> {
  const until = calculateRetainedUntil(await findLastRelevantDays(db, owner))
  return { obstacles: findErasureObstacles(await countObstacles(db, owner)), until }
}

/** Plans the erasure of one table. Rows without a reason for retention are removed. */
function planTable(
  { name: table, erase }: ErasedTable,
  { count, until }: { count: number; until: RetainedUntil },
): PlannedTable {
  const ground = 'ground' in erase ? (erase.ground ?? null) : null
  const day = ground === null ? null : retentionDayOf(ground, until)
  const isForNothing = (erase.does === 'block' || erase.does === 'expire') && day === null
  if (isForNothing) return { table, does: 'remove', count, ground: null, until: null }
  if (erase.does === 'strip' && day === null) return { table, does: 'strip', count, ground: null, until: null }
  return { table, does: erase.does, count, ground, until: day }
}

/**
 * Returns the last day of retention for a reason. Without books, what they would have covered is retained for claims
 * alone.
 */
export function retentionDayOf(ground: RetentionGround, { books, claims }: RetainedUntil): MarketDay | null {
  if (ground === 'books') return books ?? claims
  return ground === 'claims' ? claims : null
}

async function findLastRelevantDays(db: Database, owner: DataOwner) {
  const of = isOneOf('customer_id', owner.customerIds)
  const madrid = (column: string) => sql`max((${sql.ref(column)} at time zone 'Europe/Madrid')::date)`
  const lastOf = async (table: keyof DB, day: RawBuilder<unknown>) => {
    const { rows } = await sql<{ day: MarketDay | null }>`
      select ${day} as day from ${sql.table(table)} where ${of}`.execute(db)
    return rows[0]!.day
  }
  const booked = [
    await lastOf('invoice', sql`max(issued_on)`),
    await lastOf('multipoint_invoice', sql`max(issued_on)`),
    await lastOf('payment_entry', madrid('at')),
    await lastOf('payment_refund_entry', madrid('at')),
    await lastOf('battery_entry', sql`max(booked_on)`),
  ]
  const others = [
    await lastOf('contract', sql`max(coalesce(ends_on, starts_on, signed_on))`),
    await lastOf('support_case', madrid('updated_at')),
    await lastOf('change_request', madrid('updated_at')),
    await lastOf('signature', madrid('created_at')),
  ]
  return { booked: latestDay(booked), claimable: latestDay([...booked, ...others]) }
}

function latestDay(days: (MarketDay | null)[]): MarketDay | null {
  return (
    days
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null
  )
}

async function countObstacles(
  db: Database,
  { userId, customerIds }: DataOwner,
): Promise<Record<ErasureObstacle, number>> {
  const of = isOneOf('customer_id', customerIds)
  const queries: Record<ErasureObstacle, RawBuilder<unknown>> = {
    open_contracts: sql`contract where ${of} and state in ('activa', 'esborrany')`,
    // The amount due of an invoice over several supply points is in its parts as well.
    unpaid_invoices: sql`invoice where ${of} and amount_pending_cents > 0`,
    payments_under_way: sql`(
      select 1 from payment_attempt where ${of} and state in ('processing', 'requires_action', 'unknown')
      union all select 1 from payment_refund where ${of} and state in ('pending', 'asked', 'unknown')
      union all select 1 from approval_request where ${of} and state = 'requested') as under_way`,
    open_changes: sql`change_request where ${of} and state = any(${[...openStates]}::text[])`,
    open_signatures: sql`signature where ${of} and state = 'waiting'`,
    open_cases: sql`support_case
      where (${of} or (customer_id is null and opened_by_user_id = ${userId})) and state not in ('accepted', 'denied')`,
  }
  const counts = {} as Record<ErasureObstacle, number>
  for (const obstacle of erasureObstacles) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${queries[obstacle]}`.execute(
      db,
    )
    counts[obstacle] = rows[0]!.count
  }
  return counts
}
