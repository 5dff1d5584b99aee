import { type Decimal, formatFixedDecimal, parseWrittenUnits, trimDecimal } from './decimal.ts'

/** Converts energy to kWh, exactly: 167 Wh is `0.167`. */
export function kwhFromWh(wh: number): Decimal {
  return trimDecimal(formatFixedDecimal(wh, 3))
}

/**
 * Parses kWh from files and user input, `0,167` or `0.167`, as whole Wh. Returns null for fractions of a Wh and for
 * other texts.
 */
export function whFromKwh(text: string): number | null {
  return parseWrittenUnits(text, 3)
}
