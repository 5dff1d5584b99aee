import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { conflict, type LineFate, unknownReference } from '#kit/server/told-line.ts'
import type { Cents } from '#vocabulary/money.ts'
import { because } from '#vocabulary/told-reasons.ts'
import type { MultipointInvoiceLine } from './multipoint-line.ts'
import { owed } from './owed.ts'

/**
 * Keeps invoices that gather others by their number, within a transaction; each number once. One stays with its holder, and
 * what was paid for it here stays paid. Answers what became of each.
 */
export async function storeMultipointInvoices(
  db: Database,
  invoices: readonly MultipointInvoiceLine[],
): Promise<LineFate[]> {
  await sql`select pg_advisory_xact_lock(hashtext('import invoices'))`.execute(db)
  const holders = await knownHolders(
    db,
    invoices.map(({ customer }) => customer),
  )
  const known = await knownMultipointInvoices(
    db,
    invoices.map(({ number }) => number),
  )
  const fates = invoices.map(({ number, customer }): LineFate => {
    const holder = holders.get(customer)
    if (holder === undefined) return unknownReference('customer', because('customer_unknown', { key: customer }))
    const before = known.get(number)
    return before && before.customerId !== holder
      ? conflict('customer', because('invoice_of_another_customer', { key: number }))
      : { changed: true }
  })
  const sound = invoices.filter((_, index) => !('refusal' in fates[index]!))
  const rows = sound.map((invoice) => {
    const { amountPendingCents, paidStatus } = owed(invoice, known.get(invoice.number))
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
  await upsertRows(db, { table: 'multipoint_invoice', key: ['number'], rows })
  return fates
}

async function knownHolders(db: Database, taxIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('customer')
    .where(sql<boolean>`tax_id = any(${taxIds})`)
    .select(['tax_id', 'customer_id'])
    .execute()
  return new Map(rows.map(({ tax_id, customer_id }) => [tax_id, customer_id]))
}

type KnownMultipoint = { invoiceId: number; customerId: number; paidHereCents: Cents; paidStatus: string }

/** The gathering invoices that stand here already, held until the transaction ends, so that no payment comes in between. */
export async function knownMultipointInvoices(
  db: Database,
  numbers: readonly string[],
): Promise<Map<string, KnownMultipoint>> {
  const { rows } = await sql<KnownMultipoint & { number: string }>`
    with held as (select * from multipoint_invoice where number = any(${numbers}) order by number for update)
    select number, multipoint_invoice_id as "invoiceId", held.customer_id as "customerId", paid_status as "paidStatus",
      coalesce((
        select sum(amount_cents) from payment_entry entry
        where entry.customer_id = held.customer_id
          and item_kind = 'multipoint_invoice' and item_id = held.multipoint_invoice_id
      ), 0)::int as "paidHereCents"
    from held`.execute(db)
  return new Map(rows.map(({ number, ...invoice }) => [number, invoice]))
}
