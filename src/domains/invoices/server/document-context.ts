import type { DocumentBrand } from '#kit/server/pdf/page-layout.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type texts from '../texts/es.json'

/** The language and branding with which a document is drawn. `t` translates the `document` texts of invoices. */
export type DocumentContext = {
  locale: Locale
  brand: DocumentBrand
  t: (key: DocumentKey, values?: Record<string, string | number>) => string
}

type DocumentKey = TextKeys<(typeof texts)['document']>
