import { type Decimal, formatFixedDecimal, parseWrittenUnits, trimDecimal } from './decimal.ts'

/** Converts power to kW, exactly: 3450 W is `3.45`. */
export function kwFromWatts(watts: number): Decimal {
  return trimDecimal(formatFixedDecimal(watts, 3))
}

/**
 * Parses kW with at most 3 decimals, `1,001` or `1.001`, as whole watts. Returns null for a negative power and for
 * other texts.
 */
export function wattsFromKw(text: string): number | null {
  return parseWrittenUnits(text, 3)
}
