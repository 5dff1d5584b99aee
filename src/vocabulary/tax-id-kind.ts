import { compactIdentifier } from './identifier.ts'

/** NIF of a Spanish person (DNI, or the letters K, L and M), NIE of a foreign one, CIF of a company or institution. */
export type TaxIdKind = 'NIF' | 'NIE' | 'CIF'

/** Normalises a tax id for storage: in capitals, without separators and without the ES of a European VAT number. */
export function compactTaxId(text: string): string {
  return compactIdentifier(text).replace(/^ES(?=.{9}$)/, '')
}

/**
 * Returns the kind of tax id by the shape of a text, without checking its control character; null where no tax id has
 * that shape.
 */
export function taxIdKindOf(text: string): TaxIdKind | null {
  return kinds.find((kind) => shapes[kind].test(compactTaxId(text))) ?? null
}

const kinds: TaxIdKind[] = ['NIF', 'NIE', 'CIF']

/**
 * Limited companies and public limited companies end with a digit, public bodies and churches with a letter, others
 * with either.
 */
const shapes: Record<TaxIdKind, RegExp> = {
  NIF: /^(\d{8}|[KLM]\d{7})[A-Z]$/,
  NIE: /^[XYZ]\d{7}[A-Z]$/,
  CIF: /^([ABEH]\d{7}\d|[NPQRSW]\d{7}[A-J]|[CDFGJUV]\d{7}[\dA-J])$/,
}
