import { type Decimal, fixedDecimal, trimmedDecimal, writtenUnits } from './decimal.ts'

/** Power in kW, exactly: 3450 W are `3.45`. */
export function kwFromWatts(watts: number): Decimal {
  return trimmedDecimal(fixedDecimal(watts, 3))
}

/** Whole watts from kW with at most 3 decimals, `1,001` or `1.001`. Null for a negative power and for other texts. */
export function wattsFromKw(text: string): number | null {
  return writtenUnits(text, 3)
}
