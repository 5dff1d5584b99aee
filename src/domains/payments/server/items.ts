import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import {
  insertPendingState,
  savePaymentStatus,
  saveStatusOfMembers,
} from '#domains/invoice-records/server/invoice-store.ts'
import { visibleInvoices, visibleMultipointInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import { applyRefund, applyReturnedDebit } from '../refund-rules.ts'
import { applyPayment, type ItemKind, isPayable } from '../rules.ts'
import type { ImportedTransfer } from '../transfer.ts'

/** The key of an item that is paid. */
export type ItemKey = { customerId: number; kind: ItemKind; itemId: number }

/** The current data of an item that can be paid. */
export type Item = ItemKey & {
  number: string
  /** Null for a multipoint invoice, which covers several contracts. */
  contractId: number | null
  contractName: string | null
  /** Null for a multipoint invoice. */
  energy: 'electricity' | 'gas' | null
  startsOn: MarketDay
  endsOn: MarketDay
  dueOn: MarketDay
  amountPendingCents: Cents
  paidStatus: string
  isPayable: boolean
  transfer: ImportedTransfer | null
}

type OwnedItemKey = { customerIds: readonly number[]; kind: ItemKind; itemId: number }

/** Returns an item of one of these holders, or undefined if it is not theirs. */
export async function findItem(db: Database, key: OwnedItemKey): Promise<Item | undefined> {
  return readItem(db, key, { invoice: visibleInvoices, multipoint_invoice: visibleMultipointInvoices }, sql``)
}

/**
 * Locks an item until the transaction ends and returns it. Code that also locks an attempt locks the item first, to
 * avoid deadlocks.
 */
export async function lockItem(trx: Transaction<DB>, { customerId, kind, itemId }: ItemKey): Promise<Item> {
  const item = await readItem(trx, { customerIds: [customerId], kind, itemId }, tables, sql`for update`)
  if (!item) throw new Error(`There is no ${kind} ${itemId} of holder ${customerId}.`)
  return item
}

/** Books a payment on an item as of a day. A multipoint invoice that is fully paid settles its invoices as well. */
export async function bookPayment(
  trx: Transaction<DB>,
  { item, paidCents, day }: { item: Item; paidCents: Cents; day: MarketDay },
) {
  const after = applyPayment(item, paidCents)
  await savePaymentStatus(trx, item, after)
  if (item.kind === 'multipoint_invoice') {
    if (after.amountPendingCents > 0) return
    await saveStatusOfMembers(trx, item, { paidStatus: after.paidStatus, owed: after.amountPendingCents })
  }
  await insertPendingState(trx, item, pendingStateOf(after.paidStatus), day)
}

type RefundBooking = { item: Item; refundedCents: Cents; isOwedAgain: boolean; isWhole: boolean; day: MarketDay }

/**
 * Books a refund on an item as of a day. If the item is owed again, so are the invoices of a multipoint invoice,
 * because they are paid with it.
 */
export async function bookRefund(
  trx: Transaction<DB>,
  { item, refundedCents, isOwedAgain, isWhole, day }: RefundBooking,
) {
  const after = applyRefund(item, { refundedCents, isOwedAgain })
  await savePaymentStatus(trx, item, after)
  if (item.kind === 'multipoint_invoice')
    await saveStatusOfMembers(trx, item, { paidStatus: after.paidStatus, owed: isOwedAgain ? 'all' : 'as before' })
  if (isOwedAgain || isWhole) await insertPendingState(trx, item, isWhole ? 'refunded' : 'partly_paid', day)
}

/** Books on an item as of a day that its direct debit has come back. The invoices of a multipoint invoice follow it. */
export async function bookReturnedDebit(
  trx: Transaction<DB>,
  { item, returnedCents, day }: { item: Item; returnedCents: Cents; day: MarketDay },
) {
  const after = applyReturnedDebit(item, returnedCents)
  await savePaymentStatus(trx, item, after)
  if (item.kind === 'multipoint_invoice')
    await saveStatusOfMembers(trx, item, { paidStatus: after.paidStatus, owed: 'all' })
  await insertPendingState(trx, item, 'returned', day)
}

/** Returns what was paid for an item by card and not refunded. */
export async function sumCardPayments(db: Database, { customerId, kind, itemId }: ItemKey): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select (
      coalesce((select sum(amount_cents) from payment_entry
        where customer_id = ${customerId} and item_kind = ${kind} and item_id = ${itemId}), 0)
      - coalesce((select sum(amount_cents) from payment_refund_entry
        where customer_id = ${customerId} and item_kind = ${kind} and item_id = ${itemId}), 0)
    )::integer as cents`.execute(db)
  return rows[0]!.cents
}

function pendingStateOf(paidStatus: string): string {
  if (paidStatus === 'paid') return 'paid_by_card'
  return paidStatus === 'manual_verification_required' ? 'in_review' : 'partly_paid'
}

type ItemRow = {
  customer_id: number
  contract_id: number | null
  contract_name: string | null
  number: string
  energy: 'electricity' | 'gas' | null
  starts_on: MarketDay
  ends_on: MarketDay
  due_on: MarketDay
  transfer: ImportedTransfer | null
  amount_pending_cents: Cents
  paid_status: string
  rectificative_type: string
  is_gathered: boolean
}

const sharedColumns = sql`customer_id, number, starts_on, ends_on, due_on, amount_pending_cents, paid_status, transfer`
type ItemSources = Record<ItemKind, RawBuilder<unknown>>
/** What was paid is booked on a held invoice as well. */
const tables: ItemSources = { invoice: sql.table('invoice'), multipoint_invoice: sql.table('multipoint_invoice') }

const itemQueries: Record<ItemKind, (customerIds: readonly number[], sources: ItemSources) => RawBuilder<unknown>> = {
  invoice: (customerIds, sources) => sql`
    select ${sharedColumns}, contract_id, energy, rectificative_type, multipoint_invoice_id is not null as is_gathered, (
      select name from contract
      where ${isOneOf('contract.customer_id', customerIds)} and contract.customer_id = invoice.customer_id
        and contract.contract_id = invoice.contract_id
    ) as contract_name
    from ${sources.invoice} invoice where invoice_id =`,
  multipoint_invoice: (_customerIds, sources) => sql`
    select ${sharedColumns}, null as contract_id, null as contract_name, null as energy, 'N' as rectificative_type, false as is_gathered
    from ${sources.multipoint_invoice} joint where multipoint_invoice_id =`,
}

async function readItem(
  db: Database,
  { customerIds, kind, itemId }: OwnedItemKey,
  sources: ItemSources,
  lock: RawBuilder<unknown>,
): Promise<Item | undefined> {
  const { rows } = await sql<ItemRow>`
    ${itemQueries[kind](customerIds, sources)} ${itemId} and ${isOneOf('customer_id', customerIds)} ${lock}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const status = { paidStatus: row.paid_status, amountPendingCents: row.amount_pending_cents }
  return {
    customerId: row.customer_id,
    kind,
    itemId,
    number: row.number,
    contractId: row.contract_id,
    contractName: row.contract_name,
    energy: row.energy,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    dueOn: row.due_on,
    transfer: row.transfer,
    ...status,
    isPayable: isPayable({ ...status, rectificativeType: row.rectificative_type, isPartOfMultipoint: row.is_gathered }),
  }
}
