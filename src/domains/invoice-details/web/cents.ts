import type { Cents } from '#vocabulary/money.ts'

/** Converts euros of the API to cents. */
export function centsOf(euros: number): Cents {
  return Math.round(euros * 100)
}
