import { Readable } from 'node:stream'
import { hoursAsCsv } from '#domains/consumption/server/curve-file.ts'
import type { DocumentPaper } from '#domains/invoices/server/document-paper.ts'
import type { DocumentNeeds } from '#domains/invoices/server/documents.ts'
import { sealWithOwnCertificate } from '#domains/invoices/server/seal.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import type { Context } from './context.ts'
import { translator } from './texts.ts'

/** What documents of invoices are made of: the retailer's paper and seal, and the hours that were measured. */
export function invoiceDocuments({ db, files, settings, clock }: Context): DocumentNeeds {
  return {
    db,
    files,
    seal: sealWithOwnCertificate({ db, retailerName: () => settings.now().organization.name, clock }),
    retailer: () => ({ ...settings.now().organization, transfers: settings.now().payment.transfer }),
    paperIn: (locale) => ({
      locale,
      brand: brandOnPaper({ name: settings.now().organization.name, color: settings.now().brand.color, logo: null }),
      say: translator(locale, 'invoices.document') as DocumentPaper['say'],
    }),
    curveCsv: (points) => Readable.from(hoursAsCsv(db, points)),
  }
}
