import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { parseSearch } from '#domains/customers/customer-search.ts'
import { findMatchingCustomerIds } from '#domains/customers/server/search-customers.ts'
import { allOf, anyOf, countUpTo, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { isUuid } from '#kit/is-uuid.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { platformNames } from '#outside/payments/platforms.ts'
import type { ListedPayment } from '../api.ts'
import { maxPaymentCount, type PaymentFilter } from '../rules.ts'

type PaymentQuery = { q: string; state: PaymentFilter; offset: number; limit: number }
type PaymentRow = Omit<ListedPayment, 'at' | 'amount' | 'refunded'> & {
  at: Date
  amount_cents: number
  refunded_cents: number
}

/** Returns the payments of all customers, newest first. At most `maxPaymentCount` are counted. */
export async function findPayments(db: Database, query: PaymentQuery): Promise<ResultPage<ListedPayment>> {
  const { offset, limit } = query
  const where = await buildConditions(db, query)
  const { rows } = await sql<PaymentRow>`
    select attempt.payment_attempt_id as id, attempt.created_at as at, attempt.amount_cents, attempt.state,
      error_code as error, platform,
      json_build_object('kind', item_kind, 'number', coalesce(invoice.number, multipoint_invoice.number)) as item,
      json_build_object('id', customer.customer_id, 'name', customer.name) as customer,
      contract.name as contract, coalesce((
        select sum(payment_refund.amount_cents)::integer from payment_refund
        where payment_refund.customer_id = attempt.customer_id
          and payment_refund.payment_attempt_id = attempt.payment_attempt_id and payment_refund.state = 'made'
      ), 0) as refunded_cents, exists (
        select from payment_refund
        where payment_refund.customer_id = attempt.customer_id
          and payment_refund.payment_attempt_id = attempt.payment_attempt_id
          and payment_refund.state in ('pending', 'asked', 'unknown')
      ) as has_open_refund
    from (
      select customer_id, payment_attempt_id from payment_attempt where ${allOf(where)}
      order by created_at desc, payment_attempt_id limit ${limit} offset ${offset}
    ) as page
      join payment_attempt attempt using (customer_id, payment_attempt_id)
      join customer using (customer_id)
      left join invoice on item_kind = 'invoice'
        and invoice.customer_id = attempt.customer_id and invoice_id = item_id
      left join multipoint_invoice on item_kind = 'multipoint_invoice'
        and multipoint_invoice.customer_id = attempt.customer_id and multipoint_invoice.multipoint_invoice_id = item_id
      left join contract on contract.customer_id = attempt.customer_id and contract.contract_id = invoice.contract_id
    order by attempt.created_at desc, attempt.payment_attempt_id`.execute(db)
  const total = await countUpTo(db, maxPaymentCount, { from: sql`payment_attempt`, where })
  const items = rows.map(({ at, amount_cents, refunded_cents, ...row }) => ({
    ...row,
    at: at.toISOString(),
    amount: amount_cents / 100,
    refunded: refunded_cents / 100,
  }))
  return { items, total }
}

const stateConditions: Record<PaymentFilter, RawBuilder<unknown>[]> = {
  all: [],
  open: [sql`state in ('created', 'processing', 'requires_action', 'unknown')`],
  succeeded: [sql`state = 'succeeded'`],
  failed: [sql`state = 'failed'`],
  refunded: [hasRefundIn(['made'])],
  refund_open: [hasRefundIn(['pending', 'asked', 'unknown'])],
}

function hasRefundIn(refundStates: readonly string[]): RawBuilder<unknown> {
  return sql`(customer_id, payment_attempt_id) in (
    select customer_id, payment_attempt_id from payment_refund where state = any(${[...refundStates]}::text[]))`
}

async function buildConditions(db: Database, { q, state }: PaymentQuery): Promise<RawBuilder<unknown>[]> {
  return q ? [...stateConditions[state], await buildSearchCondition(db, q)] : stateConditions[state]
}

/**
 * Builds a condition from indexable searches for each possible meaning: a reference, an invoice, a contract or a
 * customer.
 */
async function buildSearchCondition(db: Database, q: string): Promise<RawBuilder<unknown>> {
  const search = parseSearch(q)
  const customerIds = await findMatchingCustomerIds(db, { ...search, identifier: '' })
  const ofItem = (rows: RawBuilder<unknown>) => sql`(customer_id, item_kind, item_id) in (${rows})`
  const conditions = [
    sql`(platform = any(${[...platformNames]}::text[]) and provider_payment = ${q})`,
    isOneOf('customer_id', customerIds),
    ofItem(sql`select customer_id, 'invoice', invoice_id from invoice where number = ${search.identifier}`),
    ofItem(sql`select customer_id, 'multipoint_invoice', multipoint_invoice_id from multipoint_invoice
      where number = ${search.identifier}`),
    ofItem(sql`select customer_id, 'invoice', invoice_id from invoice join contract using (customer_id, contract_id)
      where contract.name = ${search.identifier}`),
  ]
  if (isUuid(q)) conditions.push(sql`payment_attempt_id = ${q}::uuid`)
  return anyOf(conditions)
}
