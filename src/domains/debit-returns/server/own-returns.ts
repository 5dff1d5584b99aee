import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { visibleInvoices, visibleMultipointInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { ListedReturn } from '../api.ts'
import { type CustomerCause, causeOf, consequences } from '../return-reasons.ts'

type OwnReturnRow = {
  debit_return_id: number
  reason_code: string
  returned_on: MarketDay
  item_kind: 'invoice' | 'multipoint_invoice'
  item_id: number
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
  const own = (table: string) => isOneOf(`${table}.customer_id`, customerIds)
  const { rows } = await sql<OwnReturnRow>`
    select distinct on (returned.customer_id, returned.item_kind, returned.item_id)
      debit_return_id, reason_code, returned_on, returned.item_kind, returned.item_id,
      coalesce(invoice.number, joint.number) as number,
      coalesce(invoice.amount_pending_cents, joint.amount_pending_cents) as amount_pending_cents,
      contract.name as contract_name, contract.energy
    from debit_return returned
      left join (select * from ${visibleInvoices} shown where ${own('shown')}) invoice
        on returned.item_kind = 'invoice' and invoice.customer_id = returned.customer_id and invoice.invoice_id = returned.item_id
      left join (select * from ${visibleMultipointInvoices} shown where ${own('shown')}) joint
        on returned.item_kind = 'multipoint_invoice' and joint.customer_id = returned.customer_id and joint.multipoint_invoice_id = returned.item_id
      left join contract on ${own('contract')} and contract.customer_id = invoice.customer_id
        and contract.contract_id = invoice.contract_id
    where ${own('returned')} and returned.is_booked
      and coalesce(invoice.paid_status, joint.paid_status) = 'unpaid'
      and coalesce(invoice.amount_pending_cents, joint.amount_pending_cents) > 0
      and not exists (
        select from payment_plan plan where ${own('plan')} and plan.customer_id = returned.customer_id
          and plan.state = 'active' and returned.item_kind = 'invoice' and returned.item_id = any(plan.invoice_ids))
    order by returned.customer_id, returned.item_kind, returned.item_id, debit_return_id desc`.execute(db)
  return rows
    .filter(({ reason_code: code }) => consequences[causeOf(code)].isShownToCustomer)
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
