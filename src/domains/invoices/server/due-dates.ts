import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { hasNoOwnPlan } from '#domains/collections/server/debt-store.ts'
import { partsLeftSql } from '#domains/collections/server/next-part.ts'
import { visibleInvoices, visibleMultipointInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { formatICalendar } from '#kit/server/icalendar.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { Cents } from '#vocabulary/money.ts'

export type DueDateTranslate = (
  key: 'file' | 'name' | 'title' | 'text' | 'multipoint',
  values?: Record<string, string>,
) => string

/** An amount to be paid and its due date. The contract is null for a multipoint invoice, the part for a whole invoice. */
export type DueInvoice = {
  id: number
  number: string
  contract: string | null
  dueOn: MarketDay
  pendingCents: Cents
  part: number | null
}

/**
 * Returns the unpaid invoices of the holders by due date, those that are paid in parts by what is left of each. Invoices
 * that belong to a multipoint invoice are paid with that one and left out.
 */
export async function selectDueInvoices(db: Database, customerIds: number[]): Promise<DueInvoice[]> {
  const { rows } = await sql<DueInvoice>`
    select invoice_id as id, number, contract.name as contract, due_on as "dueOn",
      amount_pending_cents as "pendingCents", null::integer as part
    from ${visibleInvoices} invoice join contract using (customer_id, contract_id)
    where ${isOneOf('customer_id', customerIds)} and multipoint_invoice_id is null and ${isOwed}
      and ${hasNoOwnPlan}
    union all
    select invoice_id, number, contract.name, part_due_on, left_cents, part_number
    from ${visibleInvoices} invoice join contract using (customer_id, contract_id)
      join payment_plan plan using (customer_id, invoice_id)
      cross join lateral (${partsLeftSql(sql`amount_pending_cents`, customerIds)}) part (part_number, part_due_on, left_cents)
    where ${isOneOf('customer_id', customerIds)} and ${isOwed} and plan.state = 'active' and left_cents > 0
    union all
    select multipoint_invoice_id, number, null, due_on, amount_pending_cents, null
    from ${visibleMultipointInvoices} joint
    where ${isOneOf('customer_id', customerIds)} and ${isOwed}
    order by "dueOn", number`.execute(db)
  return rows
}

const isOwed = sql`amount_pending_cents > 0 and paid_status in ('unpaid', 'pending_remesa', 'pending_transfer')`

/** Builds the calendar of due dates, as an .ics file. */
export function buildDueDatesCalendar(
  invoices: readonly DueInvoice[],
  { t, locale, now }: { t: DueDateTranslate; locale: Locale; now: Date },
): string {
  return formatICalendar({
    name: t('name'),
    now,
    days: invoices.map(({ id, number, contract, dueOn, pendingCents, part }) => {
      const amount = formatMoney(pendingCents, locale)
      return {
        uid: `${contract === null ? 'multipoint-invoice' : 'invoice'}-${id}${part === null ? '' : `-part-${part}`}@llum`,
        day: dueOn,
        title: t('title', { number, amount }),
        description: contract === null ? t('multipoint', { amount }) : t('text', { contract, amount }),
      }
    }),
  })
}
