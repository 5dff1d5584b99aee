import type { Locale } from '#vocabulary/locale.ts'
import type { InvoiceDocumentDeps } from './build-documents.ts'
import { composeInvoice } from './compose-document.ts'
import { findInvoice, findInvoiceContext } from './document-store.ts'
import { listBreakdownFacts, listParticulars, type Particular } from './list-particulars.ts'

export type ParticularsDeps = Pick<
  InvoiceDocumentDeps,
  'db' | 'retailer' | 'regulatedPrices' | 'documentContextFor' | 'readings'
>

/**
 * Returns what the document of an invoice tells of its meter and its contract, in a language, and the address that it gives
 * to the comparator of the CNMC; nothing if it is not theirs.
 */
export async function readParticulars(
  { db, retailer, regulatedPrices, documentContextFor, readings }: ParticularsDeps,
  { locale, ...key }: { customerIds: number[]; invoiceId: number; locale: Locale },
): Promise<{ particulars: Particular[]; comparatorAddress: string | null }> {
  const invoice = await findInvoice(db, key)
  if (!invoice) return { particulars: [], comparatorAddress: null }
  const context = documentContextFor(locale)
  const document = composeInvoice(invoice, await findInvoiceContext(db, invoice), {
    ...{ retailer: retailer(), figures: await regulatedPrices(), readings: await readings(db, invoice) },
  })
  return {
    particulars: [...listParticulars(document.particulars, context), ...listBreakdownFacts(document, context)],
    comparatorAddress: document.comparatorAddress,
  }
}
