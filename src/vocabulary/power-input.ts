import { parseUnsignedDecimal } from './number-input.ts'
import { wattsFromKw } from './power.ts'

/**
 * The upper bound in kW that makes a single mark a decimal mark: bills print three decimals of a kW, and no larger
 * value is typed with a thousands separator.
 */
const maxKw = 999

/**
 * Parses a typed number of kW, `3,450` or `3.450`, as whole watts; with both marks, thousands are read too. Returns
 * null for other texts.
 */
export function parseWattsInput(text: string): number | null {
  const kw = parseUnsignedDecimal(text, { locale: 'es', decimals: 3, max: maxKw })
  return kw === null ? null : wattsFromKw(kw)
}
