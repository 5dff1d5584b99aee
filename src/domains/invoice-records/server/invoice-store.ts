import { type Insertable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { insertRows, upsertRows } from '#kit/server/bulk-rows.ts'
import type { BillCorrection } from '#vocabulary/bill-correction.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'

/** An invoice or a multipoint invoice by its id. */
export type InvoiceKey = { customerId: number; kind: 'invoice' | 'multipoint_invoice'; itemId: number }

/** What is still owed, and the status of the API. */
export type PaymentStatus = { amountPendingCents: Cents; paidStatus: string }

/** Stores what is owed of an invoice or multipoint invoice; its members are left as they are. */
export async function savePaymentStatus(
  db: Database,
  { kind, customerId, itemId }: InvoiceKey,
  { amountPendingCents, paidStatus }: PaymentStatus,
) {
  const change = { amount_pending_cents: amountPendingCents, paid_status: paidStatus }
  if (kind === 'invoice')
    await db
      .updateTable('invoice')
      .set(change)
      .where('customer_id', '=', customerId)
      .where('invoice_id', '=', itemId)
      .execute()
  else
    await db
      .updateTable('multipoint_invoice')
      .set(change)
      .where('customer_id', '=', customerId)
      .where('multipoint_invoice_id', '=', itemId)
      .execute()
}

/** Stores the status of all invoices of a multipoint invoice, and what is owed of each: as given, all of it, or as before. */
export async function saveStatusOfMembers(
  db: Database,
  { customerId, itemId }: Omit<InvoiceKey, 'kind'>,
  { paidStatus, owed }: { paidStatus: string; owed: Cents | 'all' | 'as before' },
) {
  await db
    .updateTable('invoice')
    .where('customer_id', '=', customerId)
    .where('multipoint_invoice_id', '=', itemId)
    .set({ paid_status: paidStatus })
    .$if(owed === 'all', (query) => query.set((row) => ({ amount_pending_cents: row.ref('amount_total_cents') })))
    .$if(typeof owed === 'number', (query) => query.set({ amount_pending_cents: owed as Cents }))
    .execute()
}

/** Adds a history entry to an invoice, or to all invoices of a multipoint invoice. */
export async function insertPendingState(
  db: Database,
  { kind, customerId, itemId }: InvoiceKey,
  state: string,
  day: MarketDay,
) {
  const which = kind === 'invoice' ? sql`invoice_id = ${itemId}` : sql`multipoint_invoice_id = ${itemId}`
  await sql`
    insert into invoice_pending_state (customer_id, invoice_id, changed_on, pending_state)
    select customer_id, invoice_id, ${day}::date, ${state}
    from invoice where customer_id = ${customerId} and ${which}
    on conflict do nothing`.execute(db)
}

/**
 * Stores imported invoices by their number, which no invoice of another customer has.
 * @returns those that are new or have changed.
 */
export async function storeInvoiceRows(
  db: Database,
  rows: readonly Insertable<DB['invoice']>[],
): Promise<NumberedInvoiceId[]> {
  const key = ['customer_id', 'number'] as const
  const written = await upsertRows(db, { table: 'invoice', key, rows, returning: ['invoice_id'] })
  return written.map(({ customer_id, invoice_id, number }) => ({
    ...{ customerId: customer_id, invoiceId: invoice_id, number },
  }))
}

/** Stores imported multipoint invoices by their number, which none of another customer has. */
export async function storeMultipointInvoiceRows(db: Database, rows: readonly Insertable<DB['multipoint_invoice']>[]) {
  await upsertRows(db, { table: 'multipoint_invoice', key: ['customer_id', 'number'], rows })
}

/** Adds imported entries to the histories of invoices. */
export async function insertPendingStateRows(db: Database, rows: readonly Insertable<DB['invoice_pending_state']>[]) {
  await insertRows(db, { table: 'invoice_pending_state', rows })
}

/** Stores imported documents of invoices by their type. */
export async function storeInvoiceDocumentRows(db: Database, rows: readonly Insertable<DB['invoice_document']>[]) {
  await upsertRows(db, { table: 'invoice_document', key: ['customer_id', 'invoice_id', 'document_type'], rows })
}

/** Stores what an invoice corrects. */
export async function saveCorrection(db: Database, { customerId, invoiceId }: InvoiceId, correction: BillCorrection) {
  await db
    .updateTable('invoice')
    .set({ correction: JSON.stringify(correction) })
    .where('customer_id', '=', customerId)
    .where('invoice_id', '=', invoiceId)
    .execute()
}

/** Holds invoices back from their customers, or shows them again, with the multipoint invoices that contain them. */
export async function setInvoicesHeld(db: Database, invoices: readonly InvoiceId[], isHeld: boolean) {
  if (invoices.length === 0) return
  const held = sql`json_to_recordset(${JSON.stringify(invoices)}::json) as held ("customerId" bigint, "invoiceId" bigint)`
  await sql`
    update invoice set is_held = ${isHeld} from ${held}
    where invoice.customer_id = held."customerId" and invoice.invoice_id = held."invoiceId"`.execute(db)
  await sql`
    update multipoint_invoice joint set is_held = exists (
      select from invoice member
      where member.customer_id = joint.customer_id and member.multipoint_invoice_id = joint.multipoint_invoice_id
        and member.is_held)
    from ${held} join invoice on invoice.customer_id = held."customerId" and invoice.invoice_id = held."invoiceId"
    where joint.customer_id = invoice.customer_id and joint.multipoint_invoice_id = invoice.multipoint_invoice_id`.execute(
    db,
  )
}

export type InvoiceId = { customerId: number; invoiceId: number }
export type NumberedInvoiceId = InvoiceId & { number: string }
