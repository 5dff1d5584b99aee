import type { LabelledValue } from '#kit/server/pdf/description-list.ts'
import type { DocumentBrand } from '#kit/server/pdf/page-layout.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type texts from '../texts/es.json'

/** The day, language and branding with which a document is drawn. `t` translates the `document` texts of invoices. */
export type DocumentContext = {
  locale: Locale
  /** The day on which it is drawn. */
  today: MarketDay
  brand: DocumentBrand
  /** How customer care is reached, and by when it answers. */
  care: readonly LabelledValue[]
  t: (key: DocumentKey, values?: Record<string, string | number>) => string
}

type DocumentKey = TextKeys<(typeof texts)['document']>
