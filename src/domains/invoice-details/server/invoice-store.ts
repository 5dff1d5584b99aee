import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { invoiceFollowsMarket } from '#domains/invoice-records/server/invoice-follows-market.ts'
import { visibleInvoices, visibleMultipointInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import type { RectificativeType } from '#domains/invoices/rules.ts'
import { isFinallyBilled } from '#domains/invoices/server/is-finally-billed.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { addDays, addMonths, dayCount, type MarketDay } from '#vocabulary/day.ts'

type OwnedNumber = { customerIds: number[]; number: string }

/** Returns an invoice with its contract by its number, or undefined if it is not the holder's. */
export function findInvoiceByNumber(db: Database, { customerIds, number }: OwnedNumber) {
  return selectInvoices(db, customerIds).where('invoice.number', '=', number).executeTakeFirst()
}

/** Returns an invoice with what its announcement tells of its contract, or undefined while it is held. */
export function findInvoiceToAnnounce(
  db: Database,
  { customerId, invoiceId }: { customerId: number; invoiceId: number },
) {
  return selectInvoices(db, [customerId])
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where('invoice.invoice_id', '=', invoiceId)
    .select(['contract.name as contract', 'supply_street', 'supply_city', 'province_code'])
    .executeTakeFirst()
}

function selectInvoices(db: Database, customerIds: number[]) {
  return db
    .selectFrom(visibleInvoices.as('invoice'))
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'invoice.customer_id')
        .onRef('contract.contract_id', '=', 'invoice.contract_id'),
    )
    .where(isOneOf('invoice.customer_id', customerIds))
    .where(isOneOf('contract.customer_id', customerIds))
    .selectAll('invoice')
    .select(['contract.supply_point_id', invoiceFollowsMarket.as('follows_market')])
    .$narrowType<{
      content: InvoiceContent
      energy: 'electricity' | 'gas'
      rectificative_type: RectificativeType
    }>()
}

export type NumberedInvoice = NonNullable<Awaited<ReturnType<typeof findInvoiceByNumber>>>

/** Returns a multipoint invoice by its number, or undefined if it is not the holder's. */
export function findMultipointByNumber(db: Database, { customerIds, number }: OwnedNumber) {
  return db
    .selectFrom(visibleMultipointInvoices.as('multipoint_invoice'))
    .where(isOneOf('customer_id', customerIds))
    .where('number', '=', number)
    .select(['customer_id', 'multipoint_invoice_id', 'number'])
    .executeTakeFirst()
}

export type ComparedInvoice = {
  number: string
  starts_on: MarketDay
  ends_on: MarketDay
  amount_total_cents: number
  content: InvoiceContent
}

/** Half a billing period may lie between two invoices that follow each other in what they bill. */
const maxGapDays = 45

/**
 * Returns the invoice of the days before an invoice, and the one of the same days a year before, each as finally billed;
 * undefined where there is none. An invoice that cancels or complements another is not compared.
 */
export async function findComparedInvoices(
  db: Database,
  invoice: NumberedInvoice,
): Promise<{ before?: ComparedInvoice; yearBefore?: ComparedInvoice }> {
  if (invoice.rectificative_type !== 'N' && invoice.rectificative_type !== 'R') return {}
  const middle = addDays(invoice.starts_on, Math.floor(dayCount(invoice.starts_on, invoice.ends_on) / 2))
  const yearAgo = addMonths(middle, -12)
  const rows = await db
    .selectFrom(visibleInvoices.as('invoice'))
    .where('customer_id', '=', invoice.customer_id)
    .where('contract_id', '=', invoice.contract_id)
    .where('invoice_id', '<>', invoice.invoice_id)
    .where('ends_on', '<', invoice.starts_on)
    .where('ends_on', '>=', addMonths(yearAgo, -3))
    .where(isFinallyBilled)
    .orderBy('ends_on', 'desc')
    .orderBy('invoice_id', 'desc')
    .select(['number', 'starts_on', 'ends_on', 'amount_total_cents', 'content'])
    .$narrowType<{ content: InvoiceContent }>()
    .execute()
  return {
    before: rows.find(({ ends_on }) => ends_on >= addDays(invoice.starts_on, -maxGapDays)),
    yearBefore: rows.find(({ starts_on, ends_on }) => starts_on <= yearAgo && yearAgo <= ends_on),
  }
}

/** Returns the number of the invoice that an invoice corrects, and the invoices that correct it. */
export async function findCorrections(
  db: Database,
  { customer_id, invoice_id, rectifies_invoice_id }: NumberedInvoice,
) {
  const rows = await db
    .selectFrom(visibleInvoices.as('invoice'))
    .where('customer_id', '=', customer_id)
    .where(({ or, eb }) =>
      or([
        eb('rectifies_invoice_id', '=', invoice_id),
        ...(rectifies_invoice_id === null ? [] : [eb('invoice_id', '=', rectifies_invoice_id)]),
      ]),
    )
    .orderBy('invoice_id')
    .select(['invoice_id', 'number', 'rectificative_type as type'])
    .$narrowType<{ type: RectificativeType }>()
    .execute()
  const corrects = rows.find((row) => row.invoice_id === rectifies_invoice_id)
  return {
    corrects: corrects ? { number: corrects.number } : null,
    corrected_by: rows.filter((row) => row !== corrects).map(({ number, type }) => ({ number, type })),
  }
}

/** Returns whether the supply point has hourly values for the days of an invoice. */
export async function hasHours(
  db: Database,
  { supply_point_id, starts_on, ends_on }: Pick<NumberedInvoice, 'supply_point_id' | 'starts_on' | 'ends_on'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('curve_day')
    .where('supply_point_id', '=', supply_point_id)
    .where('day', '>=', starts_on)
    .where('day', '<=', ends_on)
    .select(sql<number>`1`.as('one'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
