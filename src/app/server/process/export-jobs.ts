import type { FastifyInstance } from 'fastify'
import { drawContract } from '#domains/contracts/server/draw-contract.ts'
import { findContract } from '#domains/contracts/server/find-contract.ts'
import { buildInvoiceDocument, buildMultipointInvoiceDocument } from '#domains/invoices/server/build-documents.ts'
import { findInvoice, findMultipointInvoice } from '#domains/invoices/server/document-store.ts'
import { type ExportJobDeps, startExportJobs } from '#domains/profile/server/make-exports.ts'
import { careFactsOf } from '#domains/retailer/care-facts.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { translator } from '../texts/texts.ts'
import type { Context } from '../wiring/context.ts'
import { createInvoiceDocumentDeps } from '../wiring/invoice-document-deps.ts'

/** Starts to build the requested copies of own data, on a server that listens. */
export function startMountedExportJobs(context: Context, app: FastifyInstance) {
  const { db, files, watch, clock } = context
  return startExportJobs({ db, files, watch, clock, log: app.log, documentSourcesFor: createExportPapers(context) })
}

/** Returns the sources by which the contracts and invoices of a copy are rendered, and its own texts, in a language. */
function createExportPapers(context: Context): ExportJobDeps['documentSourcesFor'] {
  const { db, settings, clock } = context
  const documents = createInvoiceDocumentDeps(context)
  return (locale) => ({
    readMe: (day) =>
      translator(locale, 'profile.document')('readMe', { day, retailer: settings.now().organization.name }),
    async contractPdf(reference) {
      const contract = await findContract(db, { ...reference, asOf: marketDayOf(clock(), 'Europe/Madrid') })
      if (!contract) return null
      const { brand, organization, care } = settings.now()
      const t = translator(locale, 'contracts.document')
      const documentContext = {
        locale,
        t,
        care: careFactsOf({ organization, care }, translator(locale, 'retailer.care')),
        brand: deriveDocumentBrand({ ...brand, name: organization.name, logo: null }),
      }
      return drawContract({ ...contract, retailer: organization }, documentContext)
    },
    async invoicePdf({ isMultipoint, ...reference }) {
      const format = { type: 'pdf', locale }
      const invoice = isMultipoint ? await findMultipointInvoice(db, reference) : await findInvoice(db, reference)
      if (!invoice) return null
      const drawn =
        'contract_id' in invoice
          ? await buildInvoiceDocument(documents, { invoice, ...format })
          : await buildMultipointInvoiceDocument(documents, { invoice, ...format })
      return drawn && Buffer.isBuffer(drawn.content) ? drawn.content : null
    },
  })
}
