import { readTypedNumber } from '#kit/typed-number.ts'

/** Prices, shares and tolls are below a thousand, so that one mark before three digits parts decimals: `38.043`. */
const most = 999

/**
 * A number as somebody writes it in a form, as an exact decimal with a point; null where it is left empty. What is no number stays
 * as it is, for the server to refuse by its field.
 */
export function typedDecimal(typed: FormDataEntryValue | null, locale: string): string | null {
  const text = String(typed ?? '').trim()
  const read = readTypedNumber(text, { locale, decimals: 12, most })
  if (read.kind === 'empty') return null
  return read.kind === 'number' ? read.decimal : text
}

/** A whole number as somebody writes it, with or without thousands; NaN where it is none, which the server refuses. */
export function typedWhole(typed: FormDataEntryValue | null, locale: string): number {
  const read = readTypedNumber(String(typed ?? ''), { locale, decimals: 0 })
  return read.kind === 'number' ? Number(read.decimal) : Number.NaN
}
