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
  const duties = await findClosingDuties(db, contractIds)
  if (duties.length === 0) return
  const closed = await findClosedContracts(db, duties)
  const subjects = duties.filter(({ contractId }) => closed.has(contractId)).map(({ subject }) => subject)
  await finishDuties(db, { kind: 'closing_bill', subjects, now })
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

type ClosingDuty = { subject: DutySubject; customerId: number; contractId: number }

// Duties are on one node and contracts on several, so that one statement cannot read both.
async function findClosingDuties(db: Database, contractIds: readonly number[]): Promise<ClosingDuty[]> {
  const { rows } = await sql<ClosingDuty>`
    select subject, customer_id as "customerId", contract_id as "contractId" from duty
    where kind = 'closing_bill' and state in ('open', 'paused') and contract_id = any(${contractIds}::bigint[])`.execute(
    db,
  )
  return rows
}

/** Returns those contracts whose last day a bill has reached. */
async function findClosedContracts(db: Database, duties: readonly ClosingDuty[]): Promise<Set<number>> {
  const customerIds = duties.map(({ customerId }) => customerId)
  const contractIds = duties.map(({ contractId }) => contractId)
  // A bill that cancels another one closes nothing. Some bills count the first day after their last one as their end.
  const { rows } = await sql<{ contractId: number }>`
    select distinct contract_id as "contractId" from contract
    join ${visibleInvoices} invoice using (customer_id, contract_id)
    where customer_id = any(${customerIds}::bigint[]) and contract_id = any(${contractIds}::bigint[])
      and rectificative_type not in ('A', 'B') and invoice.ends_on >= contract.ends_on - 1`.execute(db)
  return new Set(rows.map(({ contractId }) => contractId))
}
