import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isUuid } from '#kit/is-uuid.ts'
import type { PutAsideReason } from '../../rules.ts'
import { type Attempt, attemptOf } from '../../server/attempt-store.ts'
import { computeRefundableCents, findRefunds, type Refund, refundOf } from '../../server/refunds/refund-store.ts'
import type { PaymentDetails } from '../api.ts'

/** Returns a payment attempt by the id from a URL. */
export async function findAttempt(db: Database, id: string): Promise<Attempt | undefined> {
  if (!isUuid(id)) return undefined
  const row = await db.selectFrom('payment_attempt').where('payment_attempt_id', '=', id).selectAll().executeTakeFirst()
  return row && attemptOf(row)
}

/** Returns a refund by the id from a URL. */
export async function findRefundById(db: Database, id: string): Promise<Refund | undefined> {
  if (!isUuid(id)) return undefined
  const row = await db.selectFrom('payment_refund').where('refund_id', '=', id).selectAll().executeTakeFirst()
  return row && refundOf(row)
}

/** Returns all details of a payment. */
export async function findPaymentDetails(
  db: Database,
  attempt: Attempt,
): Promise<Omit<PaymentDetails, 'has_platform' | 'waiting_approval'>> {
  const [item, attempts, reports, refunds] = await Promise.all([
    findPaymentItem(db, attempt),
    findAttempts(db, attempt),
    findReportsOf(db, attempt),
    findRefunds(db, attempt),
  ])
  return {
    ...presentAttempt(attempt),
    updated_at: attempt.updated_at.toISOString(),
    provider_payment: attempt.provider_payment,
    paid_by: attempt.paid_by_email,
    ...item,
    attempts: attempts.map(presentAttempt),
    reports,
    refunds: await presentRefunds(db, refunds),
    refundable: computeRefundableCents(attempt, refunds) / 100,
  }
}

function presentAttempt(attempt: Attempt) {
  return {
    id: attempt.payment_attempt_id,
    at: attempt.created_at.toISOString(),
    amount: attempt.amount_cents / 100,
    state: attempt.state,
    error: attempt.error_code,
    platform: attempt.platform,
    card_last4: attempt.card_last4,
  }
}

type ItemRow = {
  number: string
  paid_status: string
  pending_cents: number
  contract: string | null
  name: string
  tax_id: string
}

/** Returns the paid item of an attempt and its customer. */
export async function findPaymentItem(db: Database, { customer_id, item_kind: kind, item_id }: Attempt) {
  const itemQuery =
    kind === 'invoice'
      ? sql`select number, paid_status, amount_pending_cents, contract_id from invoice
          where customer_id = ${customer_id} and invoice_id = ${item_id}`
      : sql`select number, paid_status, amount_pending_cents, null::bigint as contract_id from multipoint_invoice
          where customer_id = ${customer_id} and multipoint_invoice_id = ${item_id}`
  const { rows } = await sql<ItemRow>`
    select item.number, item.paid_status, item.amount_pending_cents as pending_cents, contract.name as contract,
      customer.name, coalesce(customer.claimed_tax_id, customer.tax_id) as tax_id
    from (${itemQuery}) as item
      join customer on customer.customer_id = ${customer_id}
      left join contract on contract.customer_id = ${customer_id} and contract.contract_id = item.contract_id`.execute(
    db,
  )
  const { number, paid_status, pending_cents, contract, name, tax_id } = rows[0]!
  return {
    item: { kind, number, paid_status, amount_pending: pending_cents / 100 },
    customer: { id: customer_id, name, tax_id },
    contract,
  }
}

async function findAttempts(db: Database, { customer_id, item_kind, item_id }: Attempt): Promise<Attempt[]> {
  const rows = await db
    .selectFrom('payment_attempt')
    .where('customer_id', '=', customer_id)
    .where('item_kind', '=', item_kind)
    .where('item_id', '=', item_id)
    .orderBy('created_at', 'desc')
    .limit(maxRows)
    .selectAll()
    .execute()
  return rows.map(attemptOf)
}

async function findReportsOf(db: Database, { payment_attempt_id }: Attempt): Promise<PaymentDetails['reports']> {
  const rows = await db
    .selectFrom('provider_event')
    .where('payment_attempt_id', '=', payment_attempt_id)
    .orderBy('received_at', 'desc')
    .limit(maxRows)
    .select(['event_id as id', 'told', 'received_at', 'applied_at', 'failures', 'put_aside_reason as reason'])
    .execute()
  return rows.map(({ received_at, applied_at, reason, ...row }) => ({
    ...row,
    reason: reason as PutAsideReason | null,
    received_at: received_at.toISOString(),
    applied_at: applied_at?.toISOString() ?? null,
  }))
}

const maxRows = 100

async function presentRefunds(db: Database, refunds: readonly Refund[]): Promise<PaymentDetails['refunds']> {
  const ids = refunds.flatMap(({ ordered_by_user_id: id }) => (id === null ? [] : [id]))
  const operators = ids.length
    ? await db.selectFrom('user_account').where('user_id', 'in', ids).select(['user_id', 'name']).execute()
    : []
  const names = new Map(operators.map(({ user_id, name }) => [user_id, name]))
  return refunds.map((refund) => ({
    id: refund.refund_id,
    amount: refund.amount_cents / 100,
    state: refund.state,
    source: refund.source as 'desk' | 'provider',
    is_owed_again: refund.is_owed_again,
    reason: refund.reason,
    ordered_by: (refund.ordered_by_user_id !== null && names.get(refund.ordered_by_user_id)) || null,
    ordered_at: refund.ordered_at.toISOString(),
    updated_at: refund.updated_at.toISOString(),
    provider_refund: refund.provider_refund,
  }))
}
