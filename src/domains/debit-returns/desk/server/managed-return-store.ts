import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { parseSearch } from '#domains/customers/customer-search.ts'
import { findMatchingCustomerIds } from '#domains/customers/server/search-customers.ts'
import type { ItemKind } from '#domains/payments/rules.ts'
import type { ItemKey } from '#domains/payments/server/items.ts'
import { anyOf, findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { parseId } from '#kit/parse-id.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { causeOf, type ReturnCause, returnCauses } from '../../return-reasons.ts'
import { plainReference } from '../../rules.ts'
import type { StoredReturn } from '../../server/return-store.ts'
import type { ManagedReturn } from '../api.ts'
import { codesToFind, type ReturnFilter } from '../rules.ts'

export type ReturnQuery = { q: string; state: ReturnFilter; cause?: ReturnCause | undefined }

type ReturnRow = Omit<ManagedReturn, 'cause' | 'invoice'> & {
  code: string
  customer_id: number | null
  item_kind: ItemKind | null
  item_id: number | null
}

/** Returns a page of the returned debits that match a search, newest first. */
export async function findManagedReturns(
  db: Database,
  { offset, limit, ...query }: ReturnQuery & PageRange,
): Promise<ResultPage<ManagedReturn>> {
  const selection = {
    columns: sql`debit_return_id as id, state, unmatched_reason, reason_code as code,
      returned.amount_cents * 0.01::float8 as amount, end_to_end_id as reference, debtor_name as debtor, concept,
      case when customer.customer_id is not null
        then json_build_object('id', customer.customer_id, 'name', customer.name) end as customer,
      returned.customer_id, item_kind, item_id, format, returned_on::text as returned_on,
      case when operator.user_id is not null
        then json_build_object('id', operator.user_id, 'name', operator.name) end as assignee`,
    from: sql`debit_return returned
      left join customer on customer.customer_id = returned.customer_id
      left join user_account operator on operator.user_id = returned.assigned_to_user_id`,
    where: await buildConditions(db, query),
    orderBy: sql`returned.created_at desc, debit_return_id desc`,
  }
  const { items, total } = await findPage<ReturnRow>(db, selection, { offset, limit })
  const invoices = await readReturnedItems(db, items)
  return {
    items: items.map(({ customer_id, item_kind, item_id, ...row }) => ({
      ...row,
      cause: causeOf(row.code),
      invoice: invoices.get(keyOf(item_kind, customer_id, item_id)) ?? null,
    })),
    total,
  }
}

const stateConditions: Record<ReturnFilter, RawBuilder<unknown>> = {
  unmatched: sql`state = 'unmatched'`,
  owed: sql`state = 'matched' and ${isReturnOf(sql`amount_pending_cents > 0
    and customer_id in (select customer_id from debit_return where state = 'matched')`)}`,
  dismissed: sql`state = 'dismissed'`,
  all: sql`true`,
}

async function buildConditions(db: Database, { q, state, cause }: ReturnQuery): Promise<RawBuilder<unknown>[]> {
  const conditions = [stateConditions[state]]
  if (cause) {
    const { isIn, codes } = codesToFind(cause, returnCauses)
    conditions.push(isIn ? sql`reason_code = any(${codes})` : sql`reason_code <> all(${codes})`)
  }
  if (q) {
    const customerIds = await findMatchingCustomerIds(db, parseSearch(q))
    conditions.push(
      anyOf([
        isOneOf('returned.customer_id', customerIds),
        sql`plain_reference = ${plainReference(q)}`,
        isReturnOf(sql`number = ${q}`),
        sql`strpos(lower(coalesce(debtor_name, '')), ${q.toLowerCase()}) > 0`,
      ]),
    )
  }
  return conditions
}

/**
 * Matches returns of the items that fulfil a condition. As a query of its own, because returns are stored on one node and
 * items on many, where no join for each row is possible.
 */
function isReturnOf(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(item_kind, returned.customer_id, item_id) in (
    select 'invoice', customer_id, invoice_id from invoice where ${condition}
    union all
    select 'multipoint_invoice', customer_id, multipoint_invoice_id from multipoint_invoice where ${condition})`
}

type ReturnedItem = NonNullable<ManagedReturn['invoice']>

/** Returns the items of a page of returns by their key. */
async function readReturnedItems(db: Database, returns: readonly ReturnRow[]): Promise<Map<string, ReturnedItem>> {
  const matched = returns.filter(({ item_id }) => item_id !== null)
  if (!matched.length) return new Map()
  const customerIds = matched.map(({ customer_id }) => customer_id)
  const itemIds = matched.map(({ item_id }) => item_id)
  const { rows } = await sql<ReturnedItem & { kind: ItemKind; customer_id: number; item_id: number }>`
    select 'invoice' as kind, customer_id, invoice_id as item_id, number, amount_pending_cents * 0.01::float8 as owed
      from invoice where customer_id = any(${customerIds}::bigint[]) and invoice_id = any(${itemIds}::bigint[])
    union all
    select 'multipoint_invoice', customer_id, multipoint_invoice_id, number, amount_pending_cents * 0.01::float8
      from multipoint_invoice
      where customer_id = any(${customerIds}::bigint[]) and multipoint_invoice_id = any(${itemIds}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ kind, customer_id, item_id, ...item }) => [keyOf(kind, customer_id, item_id), item]))
}

const keyOf = (...parts: [ItemKind | null, number | null, number | null]) => parts.join(' ')

const rowsAtOnce = 500

/** Streams all returned debits that match a search. */
export async function* streamManagedReturns(db: Database, query: ReturnQuery): AsyncGenerator<ManagedReturn> {
  for (let offset = 0; ; offset += rowsAtOnce) {
    const { items } = await findManagedReturns(db, { ...query, offset, limit: rowsAtOnce })
    yield* items
    if (items.length < rowsAtOnce) return
  }
}

/** Returns a returned debit by the id from a URL. */
export async function findReturn(db: Database, id: string): Promise<StoredReturn | undefined> {
  const returnId = parseId(id)
  if (returnId === undefined) return undefined
  return db.selectFrom('debit_return').where('debit_return_id', '=', returnId).selectAll().executeTakeFirst()
}

/** Returns the key of the invoice with a number that is collected on its own, or undefined. */
export async function findItemByNumber(db: Database, number: string): Promise<ItemKey | undefined> {
  const { rows } = await sql<{ customer_id: number; kind: ItemKind; item_id: number }>`
    select customer_id, 'invoice' as kind, invoice_id as item_id from invoice
      where number = ${number} and multipoint_invoice_id is null and rectificative_type not in ('A', 'B')
    union all
    select customer_id, 'multipoint_invoice', multipoint_invoice_id from multipoint_invoice where number = ${number}`.execute(
    db,
  )
  const [row] = rows
  return row && { customerId: row.customer_id, kind: row.kind, itemId: row.item_id }
}
