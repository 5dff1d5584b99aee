import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { parseSearch } from '#domains/customers/customer-search.ts'
import { findMatchingCustomerIds } from '#domains/customers/server/search-customers.ts'
import { anyOf, findPage, type PageRange } from '#kit/backoffice/server/find-page.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { FaultKind } from '../../bill-check.ts'
import type { BillHold } from '../api.ts'
import type { HoldFilter } from '../rules.ts'

type BillHoldQuery = { q: string; state: HoldFilter; fault?: FaultKind | undefined }
type FaultCount = { fault: FaultKind; count: number }

/** Returns a page of the held bills that match a search, and how many have each kind of fault. */
export async function findHeldBills(db: Database, { offset, limit, ...query }: BillHoldQuery & PageRange) {
  const selection = {
    columns: sql`hold.invoice_id as id, number, json_build_object('id', customer.customer_id, 'name', customer.name) as customer,
      hold.state, amount_total_cents * 0.01::float8 as amount, hold.difference_cents * 0.01::float8 as difference,
      fault_kinds as faults, (held_at at time zone 'Europe/Madrid')::date::text as held_on,
      case when operator.user_id is not null
        then json_build_object('id', operator.user_id, 'name', operator.name) end as decided_by`,
    from: sql`bill_hold hold
      join invoice on invoice.customer_id = hold.customer_id and invoice.invoice_id = hold.invoice_id
      join customer on customer.customer_id = hold.customer_id
      left join user_account operator on operator.role = 'operator' and operator.user_id = hold.decided_by_user_id`,
    where: await buildConditions(db, query),
    orderBy: sql`held_at desc, hold.invoice_id desc`,
  }
  const page = await findPage<BillHold>(db, selection, { offset, limit })
  return { ...page, by_fault: await countFaults(db, query.state) }
}

async function countFaults(db: Database, state: HoldFilter): Promise<FaultCount[]> {
  const { rows } = await sql<FaultCount>`
    select fault, count(*)::integer as count from bill_hold hold, unnest(fault_kinds) as fault
    where ${ofState(state)} group by fault order by count(*) desc, fault`.execute(db)
  return rows
}

function ofState(state: HoldFilter): RawBuilder<unknown> {
  return state === 'all' ? sql`true` : sql`hold.state = ${state}`
}

async function buildConditions(db: Database, { q, state, fault }: BillHoldQuery): Promise<RawBuilder<unknown>[]> {
  const conditions = [ofState(state)]
  if (fault) conditions.push(sql`${fault} = any(fault_kinds)`)
  if (q) {
    const customerIds = await findMatchingCustomerIds(db, parseSearch(q))
    conditions.push(anyOf([isOneOf('hold.customer_id', customerIds), sql`number = ${q}`]))
  }
  return conditions
}
