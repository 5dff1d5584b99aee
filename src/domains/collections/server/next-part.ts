import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import type { NextPart } from '#domains/payments/next-part.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'

/**
 * Returns what is left of each part of a `plan` of one of these holders, given what its bills still owe: the earliest parts
 * are paid first. The columns are the number, the day and the cents.
 */
export function partsLeftSql(pendingCents: RawBuilder<unknown>, customerIds: readonly number[]): RawBuilder<unknown> {
  return sql`
    select number, due_on,
      least(amount_cents, greatest(0, sum(amount_cents) over (order by number) - (total_cents - ${pendingCents})))::integer
    from payment_plan_part own
    where ${isOneOf('own.customer_id', customerIds)} and own.customer_id = plan.customer_id and own.payment_plan_id = plan.payment_plan_id`
}

/**
 * Returns the day of the next part of the plan that an invoice is paid by, and how much of that part pays the invoice: the
 * oldest bills of a plan are paid first, so that it may be nothing. No row if it is not paid in parts, or not any more. `row`
 * is the alias of the invoice, of one of these holders.
 */
export function nextPartSql(row: 'page' | 'invoice', customerIds: readonly number[]): RawBuilder<unknown> {
  const invoice = (column: string) => sql.ref(`${row}.${column}`)
  return sql`
    select part_due_on,
      least(${invoice('amount_pending_cents')}, greatest(0, left_cents - cents_before))::integer as part_cents
    from payment_plan plan
    cross join lateral (
      select coalesce(sum(amount_pending_cents), 0) as pending_cents,
        coalesce(sum(amount_pending_cents) filter (
          where (covered.due_on, covered.invoice_id) < (${invoice('due_on')}, ${invoice('invoice_id')})
        ), 0) as cents_before
      from invoice covered
      where ${isOneOf('covered.customer_id', customerIds)} and covered.customer_id = plan.customer_id and covered.invoice_id = any(plan.invoice_ids)
    ) owed
    cross join lateral (${partsLeftSql(sql`pending_cents`, customerIds)}) part (part_number, part_due_on, left_cents)
    where ${invoice('amount_pending_cents')} > 0 and ${isOneOf('plan.customer_id', customerIds)} and plan.customer_id = ${invoice('customer_id')}
      and plan.state = 'active' and ${invoice('invoice_id')} = any(plan.invoice_ids) and left_cents > 0
    order by plan.invoice_id nulls last, part_number limit 1`
}

/** Returns what of an invoice the next part of its plan pays; null if it is not paid in parts, or not any more. */
export async function findNextPart(
  db: Database,
  { customerId, invoiceId }: { customerId: number; invoiceId: number },
): Promise<NextPart | null> {
  const { rows } = await sql<NextPart>`
    select part_cents as "amountCents", part_due_on as "dueOn"
    from ${visibleInvoices} invoice cross join lateral (${nextPartSql('invoice', [customerId])}) next_part
    where invoice.customer_id = ${customerId} and invoice.invoice_id = ${invoiceId}`.execute(db)
  return rows[0] ?? null
}
