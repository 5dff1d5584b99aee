import type { Locale } from '#kit/locale.ts'
import type { PaperBrand } from '#kit/server/pdf/paper.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import type texts from '../texts/es.json'

/** In which language and look a payment is told of; `say` gives its words, the `receipt` texts of payments. */
export type ReceiptPaper = {
  locale: Locale
  brand: PaperBrand
  say: (key: TextKeys<(typeof texts)['receipt']>, values?: Record<string, string | number>) => string
}
