import { type Decimal, fixedDecimal, trimmedDecimal, writtenUnits } from './decimal.ts'

/** Energy in kWh, exactly: 167 Wh are `0.167`. */
export function kwhFromWh(wh: number): Decimal {
  return trimmedDecimal(fixedDecimal(wh, 3))
}

/** Whole Wh from kWh as files and people write them, `0,167` or `0.167`. Null for parts of a Wh and for other texts. */
export function whFromKwh(text: string): number | null {
  return writtenUnits(text, 3)
}
