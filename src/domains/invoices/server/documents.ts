import { buffer } from 'node:stream/consumers'
import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import type { FileReply } from '#kit/server/reply.ts'
import type { Files } from '#outside/files/files.ts'
import { composeInvoice, composeMultipointInvoice, type Retailer } from './compose-document.ts'
import type { DocumentPaper } from './document-paper.ts'
import {
  type FoundInvoice,
  type FoundMultipointInvoice,
  findDocumentKey,
  gatheredInvoices,
  invoiceSurroundings,
} from './document-store.ts'
import { drawInvoice } from './invoice-document.ts'
import { drawMultipointInvoice } from './multipoint-document.ts'
import type { SealDocument } from './seal.ts'

/** The hourly consumption of some supply points in some days, as CSV. */
export type CurveCsv = (
  points: { supplyPointId: number; cups: string; firstDay: string; lastDay: string }[],
) => FileReply['content']

export type DocumentNeeds = {
  db: Database
  files: Files
  seal: SealDocument
  retailer: () => Retailer
  paperIn: (locale: Locale) => DocumentPaper
  curveCsv: CurveCsv
}

type Wanted<Invoice> = { invoice: Invoice; type: string; locale: Locale }

/** A document of an invoice, drawn or as it was stored; null when it has none of this type. */
export async function invoiceDocument(
  { db, files, seal, retailer, paperIn, curveCsv }: DocumentNeeds,
  { invoice, type, locale }: Wanted<FoundInvoice>,
): Promise<FileReply | null> {
  const draw = async () =>
    drawInvoice(composeInvoice(invoice, await invoiceSurroundings(db, invoice), retailer()), paperIn(locale))
  switch (type) {
    case 'pdf':
      return pdf(invoice.number, (await storedDocument({ db, files }, invoice, type)) ?? (await draw()))
    case 'signed_pdf':
      // Only what is drawn here has the form that can be sealed.
      return pdf(invoice.number, await seal(await draw(), invoice.number))
    case 'curve_csv':
      return invoice.energy === 'electricity' ? csv(invoice.number, curveCsv([pointOf(invoice)])) : null
    case 'signed_xml': {
      const content = await storedDocument({ db, files }, invoice, type)
      return content ? { content, fileName: nameOf(invoice.number, 'xml'), mediaType: 'application/xml' } : null
    }
    default:
      return null
  }
}

/** A document of an invoice as the retailer gave it; undefined when there is none of this type. */
async function storedDocument(
  { db, files }: Pick<DocumentNeeds, 'db' | 'files'>,
  invoice: FoundInvoice,
  documentType: string,
): Promise<Buffer | undefined> {
  const key = await findDocumentKey(db, { invoice, documentType })
  const stored = key && (await files.get(key))
  return stored ? buffer(stored) : undefined
}

/** A document of a multipoint invoice; null when it has none of this type. */
export async function multipointInvoiceDocument(
  { db, seal, retailer, paperIn, curveCsv }: DocumentNeeds,
  { invoice, type, locale }: Wanted<FoundMultipointInvoice>,
): Promise<FileReply | null> {
  if (!['pdf', 'signed_pdf', 'curve_csv'].includes(type)) return null
  const gathered = await gatheredInvoices(db, invoice)
  if (type === 'curve_csv') return csv(invoice.number, curveCsv(gathered.map(pointOf)))
  const drawn = await drawMultipointInvoice(composeMultipointInvoice(invoice, gathered, retailer()), paperIn(locale))
  return pdf(invoice.number, type === 'pdf' ? drawn : await seal(drawn, invoice.number))
}

function pointOf(invoice: { supply_point_id: number; cups: string; starts_on: string; ends_on: string }) {
  return {
    supplyPointId: invoice.supply_point_id,
    cups: invoice.cups,
    firstDay: invoice.starts_on,
    lastDay: invoice.ends_on,
  }
}

function pdf(number: string, content: Buffer): FileReply {
  return { content, fileName: nameOf(number, 'pdf'), mediaType: 'application/pdf' }
}

function csv(number: string, content: FileReply['content']): FileReply {
  return { content, fileName: nameOf(number, 'csv'), mediaType: 'text/csv; charset=utf-8' }
}

function nameOf(number: string, ending: string): string {
  return `${number.replaceAll('/', '-')}.${ending}`
}
