import type { RequestDocumentContext } from '#domains/changes/server/documents/request-document.ts'
import type { LabelledValue } from '#kit/server/pdf/description-list.ts'
import type { DocumentBrand } from '#kit/server/pdf/page-layout.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type texts from '../../texts/es.json'

/** The language and branding of a contract document, and the retailer that offers it. `t` returns its texts. */
export type ContractDocumentContext = {
  locale: Locale
  brand: DocumentBrand
  /** How customer care is reached, and by when it answers. */
  care: readonly LabelledValue[]
  retailer: {
    name: string
    nif: string
    address: string
    email: string
    phone: string
    sepaSuffix: string
    disputeBody: string
  }
  t: (key: TextKeys<(typeof texts)['document']>, values?: Record<string, string | number>) => string
  /** The texts of the direct debit order, which all mandates share. */
  tMandate: RequestDocumentContext['t']
}
