import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { visibleInvoices, visibleMultipointInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { ListedReturn } from '../api.ts'
import { type CustomerCause, causeOf, consequences } from '../return-reasons.ts'

type LastReturn = {
  debit_return_id: number
  reason_code: string
  returned_on: MarketDay
  customer_id: number
  item_kind: 'invoice' | 'multipoint_invoice'
  item_id: number
}

type OwedItem = {
  customer_id: number
  kind: LastReturn['item_kind']
  id: number
  number: string
  amount_pending_cents: number
  contract_name: string | null
  energy: 'electricity' | 'gas' | null
}

/**
 * Returns the last return of each invoice of these holders that is still owed, newest first, without those of which
 * customers are told nothing, and of invoices that are paid in parts since.
 */
export async function findOwnReturns(db: Database, customerIds: readonly number[]): Promise<ListedReturn[]> {
  const returns = await findLastReturns(db, customerIds)
  if (returns.length === 0) return []
  const keyOf = (...key: [customerId: number, kind: string, id: number]) => key.join()
  const owed = new Map(
    (await findOwedItems(db, customerIds, returns)).map((item) => [keyOf(item.customer_id, item.kind, item.id), item]),
  )
  return returns
    .filter(({ reason_code: code }) => consequences[causeOf(code)].isShownToCustomer)
    .flatMap((row) => {
      const item = owed.get(keyOf(row.customer_id, row.item_kind, row.item_id))
      return item ? [{ ...row, ...item }] : []
    })
    .sort((one, other) => other.debit_return_id - one.debit_return_id)
    .map((row) => ({
      id: row.debit_return_id,
      cause: causeOf(row.reason_code) as CustomerCause,
      steps: [...consequences[causeOf(row.reason_code)].steps],
      returned_on: row.returned_on,
      invoice: {
        id: row.item_id,
        kind: row.item_kind,
        number: row.number,
        amount: row.amount_pending_cents / 100,
      },
      contract: row.contract_name && row.energy ? { name: row.contract_name, energy: row.energy } : null,
    }))
}

// Returns are on one node and invoices on several, so that each are read by a statement of their own.
async function findLastReturns(db: Database, customerIds: readonly number[]): Promise<LastReturn[]> {
  const { rows } = await sql<LastReturn>`
    select distinct on (customer_id, item_kind, item_id) debit_return_id, reason_code, returned_on, customer_id, item_kind, item_id
    from debit_return where ${isOneOf('customer_id', customerIds)} and is_booked
    order by customer_id, item_kind, item_id, debit_return_id desc`.execute(db)
  return rows
}

/** Returns what is still owed of the items that were returned. */
async function findOwedItems(
  db: Database,
  customerIds: readonly number[],
  returns: readonly LastReturn[],
): Promise<OwedItem[]> {
  const own = (table: string) => isOneOf(`${table}.customer_id`, customerIds)
  const idsOf = (kind: LastReturn['item_kind']) =>
    returns.filter((each) => each.item_kind === kind).map(({ item_id: id }) => id)
  const isOwed = (table: string) =>
    sql`${own(table)} and ${sql.ref(`${table}.paid_status`)} = 'unpaid' and ${sql.ref(`${table}.amount_pending_cents`)} > 0`
  const invoices = sql<OwedItem>`
    select invoice.customer_id, 'invoice' as kind, invoice_id as id, number, amount_pending_cents,
      contract.name as contract_name, contract.energy
    from ${visibleInvoices} invoice
      left join contract on ${own('contract')} and contract.customer_id = invoice.customer_id
        and contract.contract_id = invoice.contract_id
    where ${isOwed('invoice')} and invoice_id = any(${idsOf('invoice')}::bigint[])
      and not exists (
        select from payment_plan plan where ${own('plan')} and plan.customer_id = invoice.customer_id
          and plan.state = 'active' and invoice.invoice_id = any(plan.invoice_ids))`
  const joints = sql<OwedItem>`
    select customer_id, 'multipoint_invoice' as kind, multipoint_invoice_id as id, number, amount_pending_cents,
      null as contract_name, null as energy
    from ${visibleMultipointInvoices} joint
    where ${isOwed('joint')} and multipoint_invoice_id = any(${idsOf('multipoint_invoice')}::bigint[])`
  return [...(await invoices.execute(db)).rows, ...(await joints.execute(db)).rows]
}
