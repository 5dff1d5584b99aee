import { validate } from 'stdnum/lib/cjs/es/nif.js'
import { compactTaxId, type TaxIdKind, taxIdKindOf } from './tax-id-kind.ts'

/** A tax id in capitals without separators: `12345678Z`. */
export type TaxId = { taxId: string; kind: TaxIdKind }

/**
 * Parses a tax id from user input. Accepts separators, lower case and the ES of a European VAT number. Returns null
 * when the shape or the control character is wrong.
 */
export function parseTaxId(text: string): TaxId | null {
  const taxId = compactTaxId(text)
  const kind = taxIdKindOf(taxId)
  return kind && validate(taxId).isValid ? { taxId, kind } : null
}

/** Checks whether the tax id is that of a company or institution. */
export function isCompanyTaxId(taxId: string): boolean {
  return parseTaxId(taxId)?.kind === 'CIF'
}
