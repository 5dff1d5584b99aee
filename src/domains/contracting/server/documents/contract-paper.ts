import type { RequestPaper } from '#domains/changes/server/documents/request-sheet.ts'
import type { Locale } from '#kit/locale.ts'
import type { PaperBrand } from '#kit/server/pdf/paper.ts'
import type { TextKeys } from '#kit/text-keys.ts'
import type texts from '../../texts/es.json'

/** In which language and look a contract is drawn, and by whom it is offered; `say` gives its words. */
export type ContractPaper = {
  locale: Locale
  brand: PaperBrand
  retailer: { name: string; nif: string; address: string; email: string; phone: string; sepaSuffix: string }
  say: (key: TextKeys<(typeof texts)['document']>, values?: Record<string, string | number>) => string
  /** The words of the order of direct debit, which are those of every other one. */
  sayOfMandate: RequestPaper['say']
}
