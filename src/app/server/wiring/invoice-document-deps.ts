import { Readable } from 'node:stream'
import { writeHoursCsv } from '#domains/consumption/server/curve/build-curve-file.ts'
import { findInvoiceReadings } from '#domains/invoice-details/server/reading-store.ts'
import type { InvoiceDocumentDeps } from '#domains/invoices/server/build-documents.ts'
import type { DocumentContext } from '#domains/invoices/server/document-context.ts'
import { createDocumentSealer } from '#domains/invoices/server/document-sealer.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { careFactsOf } from '#domains/retailer/care-facts.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { translator } from '../texts/texts.ts'
import type { Context } from './context.ts'

/** Returns the dependencies of invoice documents: the retailer's letterhead and seal, and the measured hours. */
export function createInvoiceDocumentDeps({ db, files, settings, clock }: Context): InvoiceDocumentDeps {
  return {
    db,
    files,
    seal: createDocumentSealer({ db, retailerName: () => settings.now().organization.name, clock }),
    retailer: () => ({ ...settings.now().organization, transfers: settings.now().payment.transfer }),
    regulatedPrices: () => loadRegulatedPrices(db),
    documentContextFor: (locale) => ({
      locale,
      today: marketDayOf(clock(), 'Europe/Madrid'),
      brand: deriveDocumentBrand({
        name: settings.now().organization.name,
        color: settings.now().brand.color,
        logo: null,
      }),
      care: careFactsOf(settings.now(), translator(locale, 'retailer.care')),
      t: translator(locale, 'invoices.document') as DocumentContext['t'],
    }),
    curveCsv: (points) => Readable.from(writeHoursCsv(db, points)),
    readings: findInvoiceReadings,
  }
}
