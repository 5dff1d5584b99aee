import type { Database } from '#db/database.ts'
import { findNextPart } from '#domains/collections/server/next-part.ts'
import { invoiceFollowsMarket } from '#domains/invoice-records/server/invoice-follows-market.ts'
import { visibleInvoices, visibleMultipointInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import type { ImportedTransfer } from '#domains/payments/transfer.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { addMonths } from '#vocabulary/day.ts'
import type { InvoiceContent } from '../invoice-content.ts'
import type { PaidStatus, RectificativeType } from '../rules.ts'
import { isFinallyBilled } from './is-finally-billed.ts'
import { selectSignedEnergy } from './signed-energy.ts'

type OwnedInvoiceKey = { customerIds: number[]; invoiceId: number }

/** Returns an invoice with the data that its documents need, or undefined if it is not the holder's. */
export function findInvoice(db: Database, { customerIds, invoiceId }: OwnedInvoiceKey) {
  return db
    .selectFrom(visibleInvoices.as('invoice'))
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'invoice.customer_id')
        .onRef('contract.contract_id', '=', 'invoice.contract_id'),
    )
    .where(isOneOf('invoice.customer_id', customerIds))
    .where('invoice.invoice_id', '=', invoiceId)
    .selectAll('invoice')
    .select(['contract.name as contract_name', 'contract.supply_point_id', 'cups', 'supply_street', 'supply_city'])
    .select(['payer_name', 'payer_tax_id', 'iban', 'penalty_ends_on', 'penalty_percent', 'promotion_ends_on'])
    .select(['renews_on', 'distributor_reference', 'self_consumption_code', 'product_id'])
    .select(['contract.starts_on as contract_starts_on', 'contract.ends_on as contract_ends_on'])
    .select(invoiceFollowsMarket.as('follows_market'))
    .$narrowType<{
      content: InvoiceContent
      paid_status: PaidStatus
      rectificative_type: RectificativeType
      transfer: ImportedTransfer | null
    }>()
    .executeTakeFirst()
}
export type InvoiceRecord = NonNullable<Awaited<ReturnType<typeof findInvoice>>>

/**
 * Returns further data for the document of an invoice: the months billed up to it, the same period a year before, the
 * invoice that it corrects, the supply point with its distributor, the day of the next prices of its product, and the next part
 * that is paid of it.
 */
export async function findInvoiceContext(db: Database, invoice: InvoiceRecord) {
  const months = [...(await findBilledMonths(db, invoice)), invoice]
  return {
    months,
    yearBefore: months.find((month) => month.starts_on === addMonths(invoice.starts_on, -12)),
    rectified: await findRectified(db, invoice),
    supplyPoint: await findSupplyPoint(db, invoice.supply_point_id),
    nextPricesOn: await findNextPrices(db, invoice),
    nextPart: await findNextPart(db, { customerId: invoice.customer_id, invoiceId: invoice.invoice_id }),
  }
}
export type InvoiceContext = Awaited<ReturnType<typeof findInvoiceContext>>

// A year back to the same month, in addition to the invoice that is drawn.
const monthsBefore = 12

/** Returns the billed months of a contract up to an invoice, oldest first, each as finally billed. */
async function findBilledMonths(db: Database, { customer_id, contract_id, invoice_id, ends_on }: InvoiceRecord) {
  const newestFirst = await db
    .selectFrom(visibleInvoices.as('invoice'))
    .where('customer_id', '=', customer_id)
    .where('contract_id', '=', contract_id)
    .where('invoice_id', '<>', invoice_id)
    .where('ends_on', '<=', ends_on)
    .where(isFinallyBilled)
    .orderBy('ends_on', 'desc')
    .limit(monthsBefore)
    .select(['starts_on', 'content', 'amount_total_cents', 'energy_wh'])
    .$narrowType<{ content: InvoiceContent }>()
    .execute()
  return newestFirst.reverse()
}

async function findRectified(db: Database, { customer_id, rectifies_invoice_id }: InvoiceRecord) {
  if (rectifies_invoice_id === null) return undefined
  return db
    .selectFrom(visibleInvoices.as('invoice'))
    .where('customer_id', '=', customer_id)
    .where('invoice_id', '=', rectifies_invoice_id)
    .select('number')
    .executeTakeFirst()
}

async function findNextPrices(db: Database, { product_id, content, ends_on }: InvoiceRecord) {
  const row = await db
    .selectFrom('product_price')
    .where('product_id', '=', product_id)
    .where('tariff', '=', content.tariff)
    .where('valid_from', '>', ends_on)
    .orderBy('valid_from')
    .limit(1)
    .select('valid_from')
    .executeTakeFirst()
  return row?.valid_from ?? null
}

function findSupplyPoint(db: Database, supplyPointId: number) {
  return db
    .selectFrom('supply_point')
    .leftJoin('distributor', 'distributor.distributor_id', 'supply_point.distributor_id')
    .where('supply_point_id', '=', supplyPointId)
    .select(['distributor.name as distributor_name', 'breakdown_phone', 'postcode', 'province_code'])
    .executeTakeFirstOrThrow()
}

/** Returns a multipoint invoice with the data that its documents need, or undefined if it is not the holder's. */
export function findMultipointInvoice(db: Database, { customerIds, invoiceId }: OwnedInvoiceKey) {
  return db
    .selectFrom(visibleMultipointInvoices.as('multipoint_invoice'))
    .innerJoin('customer', 'customer.customer_id', 'multipoint_invoice.customer_id')
    .where(isOneOf('multipoint_invoice.customer_id', customerIds))
    .where('multipoint_invoice_id', '=', invoiceId)
    .selectAll('multipoint_invoice')
    .select('customer.name as holder_name')
    .select((row) => row.fn.coalesce('customer.claimed_tax_id', 'customer.tax_id').as('holder_tax_id'))
    .$narrowType<{ paid_status: PaidStatus; transfer: ImportedTransfer | null }>()
    .executeTakeFirst()
}
export type MultipointInvoiceRecord = NonNullable<Awaited<ReturnType<typeof findMultipointInvoice>>>

/** Returns the invoices of a multipoint invoice, ordered by address. */
export function findMemberInvoices(db: Database, { customer_id, multipoint_invoice_id }: MultipointInvoiceRecord) {
  return db
    .selectFrom(visibleInvoices.as('invoice'))
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'invoice.customer_id')
        .onRef('contract.contract_id', '=', 'invoice.contract_id'),
    )
    .where('invoice.customer_id', '=', customer_id)
    .where('multipoint_invoice_id', '=', multipoint_invoice_id)
    .orderBy('supply_city')
    .orderBy('supply_street')
    .orderBy('cups')
    .orderBy('invoice.starts_on')
    .orderBy('invoice_id')
    .select(['invoice.number', 'amount_total_cents', 'invoice.starts_on', 'invoice.ends_on', 'content'])
    .select(selectSignedEnergy('invoice').as('energy_wh'))
    .select(['contract.supply_point_id', 'cups', 'supply_street', 'supply_city'])
    .$narrowType<{ content: InvoiceContent }>()
    .execute()
}
export type MemberInvoice = Awaited<ReturnType<typeof findMemberInvoices>>[number]

/** Returns the file key of a stored document of an invoice, or undefined if there is none of this type. */
export async function findDocumentKey(
  db: Database,
  { invoice: { customer_id, invoice_id }, documentType }: { invoice: InvoiceRecord; documentType: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('invoice_document')
    .where('customer_id', '=', customer_id)
    .where('invoice_id', '=', invoice_id)
    .where('document_type', '=', documentType)
    .select('file_key')
    .executeTakeFirst()
  return row?.file_key
}
