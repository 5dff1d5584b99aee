import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { InvoiceAnnouncement } from '#db/tables.ts'
import { doublingPauses, type WorkQueue } from '#kit/server/work-queue.ts'
import { addDays } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { InvoiceId } from './invoice-store.ts'

/** An invoice that comes in later than so many days after its issue is history, and not announced. */
const announcedDays = 10

const maxTries = 6

/** The invoices whose customers are still to be told of them. */
export const announcementQueue: WorkQueue<Selectable<InvoiceAnnouncement>> = {
  table: 'invoice_announcement',
  key: ['customer_id', 'invoice_id'],
  due: 'due_at',
  waiting: sql`state = 'waiting'`,
  tries: 'tries',
  maxTries,
  pausesSeconds: doublingPauses(60, 3_600),
  isDistributed: true,
}

/**
 * Announces invoices that have come in, in the transaction that stores them: those issued lately that were not announced
 * before. One that is held waits for its release. A cancellation is not announced, nor is a part of a multipoint invoice.
 */
export async function announceArrivedInvoices(db: Database, numbers: readonly string[], now: Date) {
  await sql`
    insert into invoice_announcement (customer_id, invoice_id, state, due_at)
    select customer_id, invoice_id, case when is_held then 'held' else 'waiting' end, ${now}::timestamptz
    from invoice
    where number = any(${numbers}) and issued_on >= ${addDays(marketDayOf(now, 'Europe/Madrid'), -announcedDays)}::date
      and rectificative_type not in ('A', 'B') and multipoint_invoice_id is null
    on conflict (customer_id, invoice_id) do nothing`.execute(db)
}

/** Announces invoices that are no longer held, unless they were announced before. */
export async function announceReleasedInvoices(db: Database, invoices: readonly InvoiceId[], now: Date) {
  for (const { customerId, invoiceId } of invoices)
    await db
      .updateTable('invoice_announcement')
      .where('customer_id', '=', customerId)
      .where('invoice_id', '=', invoiceId)
      .where('state', '=', 'held')
      .set({ state: 'waiting', due_at: now })
      .execute()
}

/** Ends the wait of an announcement. Returns false if it has ended before. */
export async function endAnnouncement(
  db: Database,
  { customerId, invoiceId }: InvoiceId,
  state: 'sent' | 'held' | 'failed',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invoice_announcement')
    .where('customer_id', '=', customerId)
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'waiting')
    .set({ state })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
