import type { DocumentBrand } from '#kit/server/pdf/page-layout.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type texts from '../texts/es.json'

/** The language and branding for presenting a payment. `t` translates the `receipt` texts of payments. */
export type ReceiptContext = {
  locale: Locale
  brand: DocumentBrand
  t: (key: TextKeys<(typeof texts)['receipt']>, values?: Record<string, string | number>) => string
}
