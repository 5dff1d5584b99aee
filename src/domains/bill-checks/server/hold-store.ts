import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { finishCorrectionsBy } from '#domains/collections/server/corrected-bills.ts'
import { announceReleasedInvoices } from '#domains/invoice-records/server/announcement-store.ts'
import { setInvoicesHeld } from '#domains/invoice-records/server/invoice-store.ts'
import { finishAccountsClosedBy } from '#domains/invoices/server/closing-bills.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { faultsOfBill } from '../hold-rule.ts'
import type { CheckedInvoice } from './check-invoices.ts'
import type { InvoiceId } from './load-bill-facts.ts'

/** Sent: it turned wrong after its customer had it, and is not held. */
export const holdStates = ['held', 'released', 'given_back', 'replaced', 'sent'] as const
export type HoldState = (typeof holdStates)[number]

/** Holds bills back, with the faults for which they are held. */
export async function holdBills(db: Database, bills: readonly CheckedInvoice[], now: Date) {
  await upsertRows(db, {
    table: 'bill_hold',
    key: ['customer_id', 'invoice_id'],
    rows: bills.map(({ customerId, invoiceId, check }) => ({
      ...{ customer_id: customerId, invoice_id: invoiceId, state: 'held' satisfies HoldState, held_at: now },
      ...{ fault_kinds: faultsOfBill(check), difference_cents: check.differenceCents },
      ...{ decided_at: null, decided_by_user_id: null },
    })),
  })
  await setInvoicesHeld(db, bills.map(keyOf), true)
}

/**
 * Lists bills as wrong that their customers have already. One that an operator has released is listed again if its difference is
 * another one.
 */
export async function listWrongSentBills(db: Database, bills: readonly CheckedInvoice[], now: Date) {
  const state = 'sent' satisfies HoldState
  for (const { customerId, invoiceId, check } of bills) {
    const found = { fault_kinds: faultsOfBill(check), difference_cents: check.differenceCents, held_at: now }
    await db
      .insertInto('bill_hold')
      .values({ customer_id: customerId, invoice_id: invoiceId, state, ...found })
      .onConflict((conflict) =>
        conflict
          .columns(['customer_id', 'invoice_id'])
          .doUpdateSet({ state, ...found, decided_at: null, decided_by_user_id: null })
          .where('bill_hold.state', 'in', ['released', 'replaced', 'sent'])
          .where('bill_hold.difference_cents', '<>', found.difference_cents),
      )
      .execute()
  }
}

/** Takes bills from the list that are not wrong any more. */
export async function unlistSentBills(db: Database, bills: readonly InvoiceId[]) {
  for (const { customerId, invoiceId } of bills)
    await db
      .deleteFrom('bill_hold')
      .where('customer_id', '=', customerId)
      .where('invoice_id', '=', invoiceId)
      .where('state', '=', 'sent' satisfies HoldState)
      .execute()
}

/** Shows bills whose corrected version has arrived. */
export async function replaceHeldBills(db: Database, bills: readonly CheckedInvoice[], now: Date) {
  for (const { customerId, invoiceId } of bills)
    await db
      .updateTable('bill_hold')
      .where('customer_id', '=', customerId)
      .where('invoice_id', '=', invoiceId)
      .set({ state: 'replaced' satisfies HoldState, decided_at: now })
      .execute()
  await showInvoices(db, bills.map(keyOf), now)
}

/**
 * Locks the holds of some invoices that await a decision. One after the other by their customers, because rows on several
 * nodes are not locked by one statement.
 */
export async function lockHolds(db: Database, invoiceIds: readonly number[]) {
  const holds = await db
    .selectFrom('bill_hold')
    .innerJoin('invoice', (join) =>
      join
        .onRef('invoice.customer_id', '=', 'bill_hold.customer_id')
        .onRef('invoice.invoice_id', '=', 'bill_hold.invoice_id'),
    )
    .where(sql<boolean>`bill_hold.invoice_id = any(${invoiceIds}::bigint[])`)
    .orderBy('bill_hold.invoice_id')
    .select(['bill_hold.customer_id as customerId', 'bill_hold.invoice_id as invoiceId'])
    .select(['contract_id as contractId', 'number', 'difference_cents as differenceCents'])
    .execute()
  const locked = []
  for (const hold of holds) {
    const state = await lockAwaitedState(db, hold)
    if (state) locked.push({ ...hold, state })
  }
  return locked
}

async function lockAwaitedState(db: Database, { customerId, invoiceId }: InvoiceId): Promise<string | undefined> {
  const row = await db
    .selectFrom('bill_hold')
    .where('customer_id', '=', customerId)
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', ['held', 'given_back'])
    .select('state')
    .forUpdate()
    .executeTakeFirst()
  return row?.state
}

/** Decides on a held bill: released, it is shown; given back, it waits for its corrected version. */
export async function decideHold(
  db: Database,
  { customerId, invoiceId }: InvoiceId,
  { state, userId, now }: { state: 'released' | 'given_back'; userId: number; now: Date },
) {
  await db
    .updateTable('bill_hold')
    .where('customer_id', '=', customerId)
    .where('invoice_id', '=', invoiceId)
    .set({ state, decided_at: now, decided_by_user_id: userId })
    .execute()
  if (state === 'released') await showInvoices(db, [{ customerId, invoiceId }], now)
}

async function showInvoices(db: Database, invoices: readonly InvoiceId[], now: Date) {
  await setInvoicesHeld(db, invoices, false)
  await announceReleasedInvoices(db, invoices, now)
  await finishAccountsClosedBy(db, invoices, now)
  await finishCorrectionsBy(db, invoices, now)
}

function keyOf({ customerId, invoiceId }: InvoiceId): InvoiceId {
  return { customerId, invoiceId }
}
