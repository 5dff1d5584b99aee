import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { announceMultipointInvoices } from '#domains/invoice-records/server/announcement-store.ts'
import { storeMultipointInvoiceRows } from '#domains/invoice-records/server/invoice-store.ts'
import { lockInvoiceImports } from '#domains/invoice-records/server/lock-imports.ts'
import { type LineResult, refuseConflict, refuseUnknownReference } from '#kit/server/import-line-result.ts'
import type { Cents } from '#vocabulary/money.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { computeAmountOwed } from './amount-owed.ts'
import { lockInvoicesToImport } from './lock-invoices.ts'
import type { MultipointInvoiceLine } from './multipoint-line.ts'

/**
 * Saves multipoint invoices by their number, within a transaction; each number once. An invoice stays with its holder,
 * and what was paid for it in the portal stays paid. New ones are announced. Returns the result of each line.
 */
export async function storeMultipointInvoices(
  db: Database,
  invoices: readonly MultipointInvoiceLine[],
  { clock }: { clock: () => Date },
): Promise<LineResult[]> {
  await lockInvoiceImports(db)
  const holders = await findKnownHolders(
    db,
    invoices.map(({ customer }) => customer),
  )
  const numbers = invoices.map(({ number }) => number)
  await lockInvoicesToImport(db, 'multipoint_invoice', numbers)
  const known = await findKnownMultipointInvoices(db, numbers)
  const results = invoices.map(({ number, customer }): LineResult => {
    const holder = holders.get(customer)
    if (holder === undefined)
      return refuseUnknownReference('customer', rejectionReason('customer_unknown', { key: customer }))
    const before = known.get(number)
    return before && before.customerId !== holder
      ? refuseConflict('customer', rejectionReason('invoice_of_another_customer', { key: number }))
      : { changed: true }
  })
  const accepted = invoices.filter((_, index) => !('refusal' in results[index]!))
  const rows = accepted.map((invoice) => {
    const { amountPendingCents, paidStatus } = computeAmountOwed(invoice, known.get(invoice.number))
    return {
      customer_id: holders.get(invoice.customer)!,
      number: invoice.number,
      issued_on: invoice.issuedOn,
      starts_on: invoice.startsOn,
      ends_on: invoice.endsOn,
      due_on: invoice.dueOn,
      invoicing_address: invoice.invoicingAddress,
      amount_total_cents: invoice.amountTotalCents,
      amount_pending_cents: amountPendingCents,
      paid_status: paidStatus,
      transfer: invoice.transfer,
    }
  })
  await storeMultipointInvoiceRows(db, rows)
  const fresh = accepted.filter(({ number }) => !known.has(number)).map(({ number }) => number)
  await announceMultipointInvoices(db, fresh, clock())
  return results
}

async function findKnownHolders(db: Database, taxIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('customer')
    .where(sql<boolean>`tax_id = any(${taxIds})`)
    .select(['tax_id', 'customer_id'])
    .execute()
  return new Map(rows.map(({ tax_id, customer_id }) => [tax_id, customer_id]))
}

type KnownMultipoint = { invoiceId: number; customerId: number; paidHereCents: Cents; paidStatus: string }

/** Returns the multipoint invoices that are already stored. */
export async function findKnownMultipointInvoices(
  db: Database,
  numbers: readonly string[],
): Promise<Map<string, KnownMultipoint>> {
  const { rows } = await sql<KnownMultipoint & { number: string }>`
    select number, multipoint_invoice_id as "invoiceId", held.customer_id as "customerId", paid_status as "paidStatus",
      coalesce((
        select sum(amount_cents) from payment_entry entry
        where entry.customer_id = held.customer_id
          and item_kind = 'multipoint_invoice' and item_id = held.multipoint_invoice_id
      ), 0)::int as "paidHereCents"
    from multipoint_invoice held where number = any(${numbers})`.execute(db)
  return new Map(rows.map(({ number, ...invoice }) => [number, invoice]))
}
