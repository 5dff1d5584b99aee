import { parseNumberInput } from '#vocabulary/number-input.ts'

/**
 * Prices, shares and tolls are below a thousand, so a single separator before three digits is a decimal separator:
 * `38.043`.
 */
const maxAmount = 999

/**
 * Parses a number from a form into an exact decimal with a point. Returns null for an empty field. Anything that is not
 * a number is returned unchanged, so that the server rejects it with a field error.
 */
export function parseDecimalInput(value: FormDataEntryValue | null, locale: string): string | null {
  const text = String(value ?? '').trim()
  const parsed = parseNumberInput(text, { locale, decimals: 12, max: maxAmount })
  if (parsed.kind === 'empty') return null
  return parsed.kind === 'number' ? parsed.decimal : text
}

/**
 * Parses a whole number with or without thousands separators. Returns NaN for anything else, which the server rejects.
 */
export function parseIntegerInput(value: FormDataEntryValue | null, locale: string): number {
  const parsed = parseNumberInput(String(value ?? ''), { locale, decimals: 0 })
  return parsed.kind === 'number' ? Number(parsed.decimal) : Number.NaN
}
