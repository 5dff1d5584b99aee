import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DutyKind } from '#domains/duties/kinds.ts'
import type { DoneBefore, RecordedDutyKey } from '#domains/duties/server/done-before.ts'
import { type DutySubject, finishDuties } from '#domains/duties/server/duty-store.ts'
import type { InvoiceId } from '#domains/invoice-records/server/invoice-store.ts'
import { lockInvoiceImports } from '#domains/invoice-records/server/lock-imports.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import type { BillCorrection } from '#vocabulary/bill-correction.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'

/** The duty that a bill ends which corrects earlier ones. */
const dutyOfCorrection = {
  underbilled: 'underbilling_correction',
  overbilled: 'overbilling_refund',
} as const satisfies Record<BillCorrection['kind'], DutyKind>

/**
 * Ends the duty to bill what was billed too little, or to give back what was billed too much, where bills that came in, were
 * released or were noted as corrections do so: bills of the same contract, issued on the day of the event or later. One that
 * is held has not reached its customer.
 */
export async function finishCorrectionsBy(db: Database, invoices: readonly InvoiceId[], now: Date): Promise<void> {
  if (invoices.length === 0) return
  const bills = await findCorrections(db, invoices)
  for (const [corrected, kind] of Object.entries(dutyOfCorrection)) {
    const correcting = bills.filter((bill) => bill.corrected === corrected)
    await finishDuties(db, { kind, subjects: await findDutiesDoneBy(db, kind, correcting), now })
  }
}

type CorrectingBill = { customerId: number; contractId: number; corrected: string; issuedOn: MarketDay }

// Bills are on several nodes and duties on one, so that each are found by a statement of their own.
async function findCorrections(db: Database, invoices: readonly InvoiceId[]): Promise<CorrectingBill[]> {
  const { rows } = await sql<CorrectingBill>`
    select customer_id as "customerId", contract_id as "contractId", correction ->> 'kind' as corrected,
      issued_on as "issuedOn"
    from ${visibleInvoices} invoice
    join json_to_recordset(${JSON.stringify(invoices)}::json) as correcting ("customerId" bigint, "invoiceId" bigint)
      on customer_id = "customerId" and invoice_id = "invoiceId"
    where correction is not null and contract_id is not null`.execute(db)
  return rows
}

async function findDutiesDoneBy(
  db: Database,
  kind: DutyKind,
  bills: readonly CorrectingBill[],
): Promise<DutySubject[]> {
  if (bills.length === 0) return []
  const { rows } = await sql<{ subject: DutySubject }>`
    select distinct subject from duty
    join json_to_recordset(${JSON.stringify(bills)}::json) as bill ("customerId" bigint, "contractId" bigint, "issuedOn" date)
      on customer_id = "customerId" and contract_id = "contractId"
    where kind = ${kind} and state in ('open', 'paused')
      and "issuedOn" >= (started_at at time zone 'Europe/Madrid')::date`.execute(db)
  return rows.map(({ subject }) => subject)
}

/**
 * Returns the first stored bill that did what such a duty asks for before its event was recorded, with the beginning of its
 * day of issue, its release if it was held, or the event, whichever is latest; null if there is none, or if no bill ends
 * duties of the kind. Bills that are coming in meanwhile end the duty themselves, or are waited for.
 */
export async function findCorrectingBill(
  db: Database,
  { kind, customerId, contractId, at }: RecordedDutyKey,
): Promise<DoneBefore | null> {
  const corrected = Object.entries(dutyOfCorrection).find(([, ended]) => ended === kind)?.[0]
  if (!corrected || contractId === null) return null
  await lockInvoiceImports(db)
  const { rows } = await sql<{ number: string; issuedOn: MarketDay; releasedAt: Date | null }>`
    select number, issued_on as "issuedOn", bill_hold.decided_at as "releasedAt" from ${visibleInvoices} invoice
    left join bill_hold using (customer_id, invoice_id)
    where customer_id = ${customerId} and contract_id = ${contractId} and correction ->> 'kind' = ${corrected}
      and issued_on >= ${marketDayOf(at, 'Europe/Madrid')}::date
    order by issued_on, invoice_id limit 1`.execute(db)
  const bill = rows[0]
  if (!bill) return null
  const instants = [at, startOf(bill.issuedOn, 'Europe/Madrid'), ...(bill.releasedAt ? [bill.releasedAt] : [])]
  return { at: new Date(Math.max(...instants.map(Number))), state: 'done', by: { kind: 'invoice', name: bill.number } }
}
