import { formatDecimal, formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { CaseInvoiceLine } from '../../api.ts'

/** Writes the figures of a line that a case asks about: `4,6 kW × 30 × 0,09 = 12,42 €`. The subject names it. */
export function describeCaseLine(line: NonNullable<CaseInvoiceLine['line']>, locale: Locale): string {
  const { quantity, unit, days, unit_price, amount } = line
  const total = formatMoney(Math.round(amount * 100), locale)
  if (unit === 'EUR') return total
  const price = formatDecimal(unit_price, locale)
  const unitText = unit === 'day' ? '' : unit === 'percent' ? '\u00a0€' : `\u00a0${unit}`
  const factors = [`${formatDecimal(quantity, locale)}${unitText}`, ...(days === null ? [] : [String(days)])]
  return `${[...factors, unit === 'percent' ? `${price}\u00a0%` : price].join(' × ')} = ${total}`
}
