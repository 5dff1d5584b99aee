import { typedDecimalOf } from '#kit/typed-number.ts'
import { wattsFromKw } from './power.ts'

/** Beyond this many kW nobody parts thousands: bills print three decimals of a kW, so a single mark parts decimals. */
const mostKw = 999

/** Whole watts from kW as somebody types them, `3,450` or `3.450`; with both marks thousands are read too. Null for other texts. */
export function typedWatts(text: string): number | null {
  const kw = typedDecimalOf(text, { locale: 'es', decimals: 3, most: mostKw })
  return kw === null ? null : wattsFromKw(kw)
}
