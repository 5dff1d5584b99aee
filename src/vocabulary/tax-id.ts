import { validate } from 'stdnum/lib/cjs/es/nif.js'
import { compactIdentifier } from './identifier.ts'

/** NIF of a Spanish person (DNI, or the letters K, L and M), NIE of a foreign one, CIF of a company or institution. */
export type TaxIdKind = 'NIF' | 'NIE' | 'CIF'

/** A tax id in capitals without separators: `12345678Z`. */
export type TaxId = { taxId: string; kind: TaxIdKind }

/**
 * The tax id in a text that a person wrote: separators, small letters and the ES of a European VAT number are forgiven.
 * Null when the shape or the control character is wrong.
 */
export function parseTaxId(text: string): TaxId | null {
  const taxId = compactIdentifier(text).replace(/^ES(?=.{9}$)/, '')
  const kind = kinds.find((each) => shapes[each].test(taxId))
  return kind && validate(taxId).isValid ? { taxId, kind } : null
}

/** Whether the tax id is that of a company or institution. */
export function isCompanyTaxId(taxId: string): boolean {
  return parseTaxId(taxId)?.kind === 'CIF'
}

const kinds: TaxIdKind[] = ['NIF', 'NIE', 'CIF']

/** Companies limited or on shares have a digit at the end, public bodies and churches a letter, the rest either. */
const shapes: Record<TaxIdKind, RegExp> = {
  NIF: /^(\d{8}|[KLM]\d{7})[A-Z]$/,
  NIE: /^[XYZ]\d{7}[A-Z]$/,
  CIF: /^([ABEH]\d{7}\d|[NPQRSW]\d{7}[A-J]|[CDFGJUV]\d{7}[\dA-J])$/,
}
