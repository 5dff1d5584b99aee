import { buffer } from 'node:stream/consumers'
import type { Database } from '#db/database.ts'
import type { FileReply } from '#kit/server/reply.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import { composeInvoice, composeMultipointInvoice, type Retailer } from './compose-document.ts'
import type { DocumentContext } from './document-context.ts'
import type { SealDocument } from './document-sealer.ts'
import {
  findDocumentKey,
  findInvoiceContext,
  findMemberInvoices,
  type InvoiceRecord,
  type MultipointInvoiceRecord,
} from './document-store.ts'
import { drawInvoice } from './draw-invoice.ts'
import { drawMultipointInvoice } from './draw-multipoint-invoice.ts'
import type { BilledReadings } from './invoice-document-model.ts'

/** Returns the hourly consumption of some supply points over some days, as CSV. */
export type CurveCsv = (
  points: { supplyPointId: number; cups: string; firstDay: string; lastDay: string }[],
) => FileReply['content']

/** Returns the readings of the meter at both ends of an invoice; null where either is not known. */
export type ReadingsOfInvoice = (
  db: Database,
  invoice: Pick<InvoiceRecord, 'starts_on' | 'ends_on' | 'energy' | 'supply_point_id'>,
) => Promise<BilledReadings | null>

export type InvoiceDocumentDeps = {
  db: Database
  files: Files
  seal: SealDocument
  retailer: () => Retailer
  regulatedPrices: () => Promise<RegulatedPrices>
  documentContextFor: (locale: Locale) => DocumentContext
  curveCsv: CurveCsv
  readings: ReadingsOfInvoice
}

type DocumentRequest<Invoice> = { invoice: Invoice; type: string; locale: Locale }

/** Returns a document of an invoice, drawn on request or as stored; null if it has none of this type. */
export async function buildInvoiceDocument(
  { db, files, seal, retailer, regulatedPrices, documentContextFor, curveCsv, readings }: InvoiceDocumentDeps,
  { invoice, type, locale }: DocumentRequest<InvoiceRecord>,
): Promise<FileReply | null> {
  const draw = async () => {
    const context = await findInvoiceContext(db, invoice)
    const composed = composeInvoice(invoice, context, {
      ...{ retailer: retailer(), figures: await regulatedPrices(), readings: await readings(db, invoice) },
    })
    return drawInvoice(composed, documentContextFor(locale))
  }
  switch (type) {
    case 'pdf':
      return pdfReply(invoice.number, (await readStoredDocument({ db, files }, invoice, type)) ?? (await draw()))
    case 'signed_pdf':
      // Only documents drawn here have the structure that can be sealed.
      return pdfReply(invoice.number, await seal(await draw(), invoice.number))
    case 'curve_csv':
      return invoice.energy === 'electricity' ? csvReply(invoice.number, curveCsv([pointOf(invoice)])) : null
    case 'signed_xml': {
      const content = await readStoredDocument({ db, files }, invoice, type)
      return content ? { content, fileName: nameOf(invoice.number, 'xml'), mediaType: 'application/xml' } : null
    }
    default:
      return null
  }
}

/** Returns a document of an invoice as the retailer delivered it; undefined if there is none of this type. */
async function readStoredDocument(
  { db, files }: Pick<InvoiceDocumentDeps, 'db' | 'files'>,
  invoice: InvoiceRecord,
  documentType: string,
): Promise<Buffer | undefined> {
  const key = await findDocumentKey(db, { invoice, documentType })
  const stored = key && (await files.get(key))
  return stored ? buffer(stored) : undefined
}

/** Returns a document of a multipoint invoice; null if it has none of this type. */
export async function buildMultipointInvoiceDocument(
  { db, seal, retailer, documentContextFor, curveCsv }: InvoiceDocumentDeps,
  { invoice, type, locale }: DocumentRequest<MultipointInvoiceRecord>,
): Promise<FileReply | null> {
  if (!['pdf', 'signed_pdf', 'curve_csv'].includes(type)) return null
  const members = await findMemberInvoices(db, invoice)
  if (type === 'curve_csv') return csvReply(invoice.number, curveCsv(members.map(pointOf)))
  const drawn = await drawMultipointInvoice(
    composeMultipointInvoice(invoice, members, retailer()),
    documentContextFor(locale),
  )
  return pdfReply(invoice.number, type === 'pdf' ? drawn : await seal(drawn, invoice.number))
}

function pointOf(invoice: { supply_point_id: number; cups: string; starts_on: string; ends_on: string }) {
  return {
    supplyPointId: invoice.supply_point_id,
    cups: invoice.cups,
    firstDay: invoice.starts_on,
    lastDay: invoice.ends_on,
  }
}

function pdfReply(number: string, content: Buffer): FileReply {
  return { content, fileName: nameOf(number, 'pdf'), mediaType: 'application/pdf' }
}

function csvReply(number: string, content: FileReply['content']): FileReply {
  return { content, fileName: nameOf(number, 'csv'), mediaType: 'text/csv; charset=utf-8' }
}

function nameOf(number: string, ending: string): string {
  return `${number.replaceAll('/', '-')}.${ending}`
}
