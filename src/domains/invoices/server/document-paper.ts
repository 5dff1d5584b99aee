import type { Locale } from '#kit/locale.ts'
import type { PaperBrand } from '#kit/server/pdf/paper.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import type texts from '../texts/es.json'

/** In which language and look a document is drawn; `say` gives its words, the `document` texts of invoices. */
export type DocumentPaper = {
  locale: Locale
  brand: PaperBrand
  say: (key: DocumentKey, values?: Record<string, string | number>) => string
}

type DocumentKey = TextKeys<(typeof texts)['document']>
