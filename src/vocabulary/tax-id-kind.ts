import { compactIdentifier } from './identifier.ts'

/** NIF of a Spanish person (DNI, or the letters K, L and M), NIE of a foreign one, CIF of a company or institution. */
export type TaxIdKind = 'NIF' | 'NIE' | 'CIF'

/** A text as a tax id is kept: without separators, small letters and the ES of a European VAT number. */
export function compactTaxId(text: string): string {
  return compactIdentifier(text).replace(/^ES(?=.{9}$)/, '')
}

/** What a text would be by its shape, its control character not looked at; null where no tax id looks like that. */
export function taxIdKindOf(text: string): TaxIdKind | null {
  return kinds.find((kind) => shapes[kind].test(compactTaxId(text))) ?? null
}

const kinds: TaxIdKind[] = ['NIF', 'NIE', 'CIF']

/** Companies limited or on shares have a digit at the end, public bodies and churches a letter, the rest either. */
const shapes: Record<TaxIdKind, RegExp> = {
  NIF: /^(\d{8}|[KLM]\d{7})[A-Z]$/,
  NIE: /^[XYZ]\d{7}[A-Z]$/,
  CIF: /^([ABEH]\d{7}\d|[NPQRSW]\d{7}[A-J]|[CDFGJUV]\d{7}[\dA-J])$/,
}
