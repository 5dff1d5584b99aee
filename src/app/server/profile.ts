import type { FastifyInstance } from 'fastify'
import { drawContract } from '#domains/contracts/server/contract-document.ts'
import { findContract } from '#domains/contracts/server/find-contract.ts'
import { findInvoice, findMultipointInvoice } from '#domains/invoices/server/document-store.ts'
import { invoiceDocument, multipointInvoiceDocument } from '#domains/invoices/server/documents.ts'
import { type ExportNeeds, startExportJobs } from '#domains/profile/server/make-exports.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { Context } from './context.ts'
import { invoiceDocuments } from './invoice-documents.ts'
import { translator } from './texts.ts'

/** Begins to make the copies of own data that people ask for, on a server that listens. */
export function profileJobs(context: Context, app: FastifyInstance) {
  const { db, files, clock } = context
  return startExportJobs({ db, files, clock, log: app.log, papersIn: papersOfCopies(context) })
}

/** How the contracts and invoices of a copy are drawn, and what the copy says of itself, in a language. */
function papersOfCopies(context: Context): ExportNeeds['papersIn'] {
  const { db, settings, clock } = context
  const documents = invoiceDocuments(context)
  return (locale) => ({
    readMe: (day) =>
      translator(locale, 'profile.document')('readMe', { day, retailer: settings.now().organization.name }),
    async contractPdf(which) {
      const found = await findContract(db, { ...which, asOf: marketDayOf(clock(), 'Europe/Madrid') })
      if (!found) return null
      const { brand, organization } = settings.now()
      const say = translator(locale, 'contracts.document')
      const paper = { locale, say, brand: brandOnPaper({ ...brand, name: organization.name, logo: null }) }
      return drawContract({ ...found, retailer: organization }, paper)
    },
    async invoicePdf({ isMultipoint, ...which }) {
      const wanted = { type: 'pdf', locale }
      const invoice = isMultipoint ? await findMultipointInvoice(db, which) : await findInvoice(db, which)
      if (!invoice) return null
      const drawn =
        'contract_id' in invoice
          ? await invoiceDocument(documents, { invoice, ...wanted })
          : await multipointInvoiceDocument(documents, { invoice, ...wanted })
      return drawn && Buffer.isBuffer(drawn.content) ? drawn.content : null
    },
  })
}
