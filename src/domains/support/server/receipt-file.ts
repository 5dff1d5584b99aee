import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SupportCase } from '#db/tables.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { drawReceipt, type ReceiptContext } from './draw-receipt.ts'
import { findReceipt } from './find-receipt.ts'

type ReceiptFileDeps = {
  db: Database
  settings: Pick<LiveSettings, 'now'>
  /** Returns the texts of receipts in a language. */
  receiptTextsFor: (locale: Locale) => ReceiptContext['t']
}

/** Returns the receipt of a case as a file, in the language of the case. */
export async function receiptFileOf({ db, settings, receiptTextsFor }: ReceiptFileDeps, row: Selectable<SupportCase>) {
  const { organization, brand } = settings.now()
  const locale = row.locale as Locale
  const receipt = await findReceipt(db, row)
  const content = await drawReceipt(receipt, {
    ...{ locale, t: receiptTextsFor(locale) },
    brand: deriveDocumentBrand({ name: organization.name, color: brand.color, logo: null }),
  })
  return { content, fileName: `${receipt.number}.pdf`, mediaType: 'application/pdf' }
}
