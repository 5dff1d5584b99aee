import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type DutySubject, finishDuties } from '#domains/duties/server/duty-store.ts'
import type { InvoiceId } from '#domains/invoice-records/server/invoice-store.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'

/**
 * Ends the duty to close the account of contracts that have ended, once a bill reaches their last day. One that is held has
 * not reached its customer.
 */
export async function finishClosingBills(db: Database, contractIds: readonly number[], now: Date): Promise<void> {
  if (contractIds.length === 0) return
  // A bill that cancels another one closes nothing. Some bills count the first day after their last one as their end.
  const { rows } = await sql<{ subject: DutySubject }>`
    select subject from duty
    where kind = 'closing_bill' and state in ('open', 'paused') and contract_id = any(${contractIds}::bigint[])
      and exists (
        select from contract join ${visibleInvoices} invoice using (customer_id, contract_id)
        where contract.customer_id = duty.customer_id and contract.contract_id = duty.contract_id
          and rectificative_type not in ('A', 'B') and invoice.ends_on >= contract.ends_on - 1)`.execute(db)
  await finishDuties(db, { kind: 'closing_bill', subjects: rows.map(({ subject }) => subject), now })
}

/** Ends that duty where bills that came in, or were released, are the last of their contracts. */
export async function finishAccountsClosedBy(db: Database, invoices: readonly InvoiceId[], now: Date): Promise<void> {
  const { rows } = await sql<{ contractId: number }>`
    select distinct contract_id as "contractId" from ${visibleInvoices} invoice
    join json_to_recordset(${JSON.stringify(invoices)}::json) as closing ("customerId" bigint, "invoiceId" bigint)
      on customer_id = "customerId" and invoice_id = "invoiceId"`.execute(db)
  await finishClosingBills(
    db,
    rows.map(({ contractId }) => contractId),
    now,
  )
}
