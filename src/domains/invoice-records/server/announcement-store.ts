import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { InvoiceAnnouncement, MultipointInvoice } from '#db/tables.ts'
import { doublingPauses, type WorkQueue } from '#kit/server/work-queue.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
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
 * before. One that is held waits for its release. A cancellation is not announced, nor is a part of a multipoint invoice,
 * which is announced as a whole.
 */
export async function announceArrivedInvoices(db: Database, numbers: readonly string[], now: Date) {
  await sql`
    insert into invoice_announcement (customer_id, invoice_id, state, due_at)
    select customer_id, invoice_id, case when is_held then 'held' else 'waiting' end, ${now}::timestamptz
    from invoice
    where number = any(${numbers}) and issued_on >= ${firstAnnouncedDay(now)}::date
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

/** The invoices of a multipoint invoice come in after it. One of them may be held, and it with them. */
const multipointDelaySeconds = 3_600

/** The multipoint invoices whose customers are still to be told of them. One that is held waits for its release. */
export const multipointAnnouncementQueue: WorkQueue<Selectable<MultipointInvoice>> = {
  table: 'multipoint_invoice',
  key: ['customer_id', 'multipoint_invoice_id'],
  due: 'announce_at',
  waiting: sql`announce_at is not null and not is_held`,
  pausesSeconds: [3_600],
  isDistributed: true,
}

/** Announces multipoint invoices that are stored for the first time, if they were issued lately, once their invoices are in. */
export async function announceMultipointInvoices(db: Database, numbers: readonly string[], now: Date) {
  await db
    .updateTable('multipoint_invoice')
    .set({ announce_at: new Date(now.getTime() + multipointDelaySeconds * 1000) })
    .where(sql<boolean>`number = any(${numbers})`)
    .where('issued_on', '>=', firstAnnouncedDay(now))
    .execute()
}

type MultipointId = { customerId: number; multipointId: number }

/** Ends the wait of a multipoint invoice. Returns false if it has ended before, or if the invoice is held by now. */
export async function endMultipointAnnouncement(
  db: Database,
  { customerId, multipointId }: MultipointId,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('multipoint_invoice')
    .where('customer_id', '=', customerId)
    .where('multipoint_invoice_id', '=', multipointId)
    .where('announce_at', 'is not', null)
    .where('is_held', '=', false)
    .set({ announce_at: null })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function firstAnnouncedDay(now: Date): MarketDay {
  return addDays(marketDayOf(now, 'Europe/Madrid'), -announcedDays)
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
