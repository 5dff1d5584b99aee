import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { ImportedTransfer } from '#domains/payments/transfer.ts'
import { addMonths } from '#vocabulary/day.ts'
import type { InvoiceContent } from '../invoice-content.ts'
import type { PaidStatus, RectificativeType } from '../rules.ts'
import { countedEnergy } from './counted-energy.ts'

type Asked = { customerIds: number[]; invoiceId: number }

/** An invoice with what a document of it needs, or undefined when it is not the holder's. */
export function findInvoice(db: Database, { customerIds, invoiceId }: Asked) {
  return db
    .selectFrom('invoice')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'invoice.customer_id')
        .onRef('contract.contract_id', '=', 'invoice.contract_id'),
    )
    .where('invoice.customer_id', '=', sql<number>`any(${customerIds})`)
    .where('invoice.invoice_id', '=', invoiceId)
    .selectAll('invoice')
    .select(['contract.name as contract_name', 'contract.supply_point_id', 'cups', 'supply_street', 'supply_city'])
    .select(['payer_name', 'payer_tax_id', 'iban'])
    .$narrowType<{
      content: InvoiceContent
      paid_status: PaidStatus
      rectificative_type: RectificativeType
      transfer: ImportedTransfer | null
    }>()
    .executeTakeFirst()
}
export type FoundInvoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>

/** What the document of an invoice tells besides: the months until now, the same days a year before, what it corrects. */
export async function invoiceSurroundings(db: Database, invoice: FoundInvoice) {
  const months = [...(await billedBefore(db, invoice)), invoice]
  return {
    months,
    yearBefore: months.find((month) => month.starts_on === addMonths(invoice.starts_on, -12)),
    rectified: await findRectified(db, invoice),
    distributor: await findDistributor(db, invoice.supply_point_id),
  }
}
export type InvoiceSurroundings = Awaited<ReturnType<typeof invoiceSurroundings>>

// A year and the same month before, together with the one that is drawn.
const monthsBefore = 12

/** The months of a contract up to an invoice, oldest first, each as it was billed in the end. */
async function billedBefore(db: Database, { customer_id, contract_id, invoice_id, ends_on }: FoundInvoice) {
  const newestFirst = await db
    .selectFrom('invoice')
    .where('customer_id', '=', customer_id)
    .where('contract_id', '=', contract_id)
    .where('invoice_id', '<>', invoice_id)
    .where('ends_on', '<=', ends_on)
    .where('rectificative_type', 'in', ['N', 'R'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoice as later')
            .whereRef('later.customer_id', '=', 'invoice.customer_id')
            .whereRef('later.rectifies_invoice_id', '=', 'invoice.invoice_id')
            .where('later.rectificative_type', 'in', ['A', 'B', 'R']),
        ),
      ),
    )
    .orderBy('ends_on', 'desc')
    .limit(monthsBefore)
    .select(['starts_on', 'content', 'amount_total_cents', 'energy_wh'])
    .$narrowType<{ content: InvoiceContent }>()
    .execute()
  return newestFirst.reverse()
}

async function findRectified(db: Database, { customer_id, rectifies_invoice_id }: FoundInvoice) {
  if (rectifies_invoice_id === null) return undefined
  return db
    .selectFrom('invoice')
    .where('customer_id', '=', customer_id)
    .where('invoice_id', '=', rectifies_invoice_id)
    .select('number')
    .executeTakeFirst()
}

function findDistributor(db: Database, supplyPointId: number) {
  return db
    .selectFrom('supply_point')
    .innerJoin('distributor', 'distributor.distributor_id', 'supply_point.distributor_id')
    .where('supply_point_id', '=', supplyPointId)
    .select(['distributor.name', 'breakdown_phone'])
    .executeTakeFirst()
}

/** A multipoint invoice with what a document of it needs, or undefined when it is not the holder's. */
export function findMultipointInvoice(db: Database, { customerIds, invoiceId }: Asked) {
  return db
    .selectFrom('multipoint_invoice')
    .innerJoin('customer', 'customer.customer_id', 'multipoint_invoice.customer_id')
    .where('multipoint_invoice.customer_id', '=', sql<number>`any(${customerIds})`)
    .where('multipoint_invoice_id', '=', invoiceId)
    .selectAll('multipoint_invoice')
    .select('customer.name as holder_name')
    .select((row) => row.fn.coalesce('customer.claimed_tax_id', 'customer.tax_id').as('holder_tax_id'))
    .$narrowType<{ paid_status: PaidStatus; transfer: ImportedTransfer | null }>()
    .executeTakeFirst()
}
export type FoundMultipointInvoice = NonNullable<Awaited<ReturnType<typeof findMultipointInvoice>>>

/** The invoices gathered in a multipoint one, by address. */
export function gatheredInvoices(db: Database, { customer_id, multipoint_invoice_id }: FoundMultipointInvoice) {
  return db
    .selectFrom('invoice')
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
    .select(countedEnergy('invoice').as('energy_wh'))
    .select(['contract.supply_point_id', 'cups', 'supply_street', 'supply_city'])
    .$narrowType<{ content: InvoiceContent }>()
    .execute()
}
export type GatheredInvoice = Awaited<ReturnType<typeof gatheredInvoices>>[number]

/** Where a stored document of an invoice is kept, or undefined when there is none of the type. */
export async function findDocumentKey(
  db: Database,
  { invoice: { customer_id, invoice_id }, documentType }: { invoice: FoundInvoice; documentType: string },
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
