import type { TextKeys } from '#kit/text-keys.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { formatDay, formatDecimal, formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { centsFromDecimal } from '#vocabulary/money.ts'
import { periodNameOf } from '#vocabulary/period-name.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type texts from './texts/es.json'

type DocumentTexts = (typeof texts)['document']
type LineTextKey = TextKeys<
  Pick<
    DocumentTexts,
    'lines' | 'partOfSpan' | 'periods' | 'periodOf' | 'labelled' | 'until' | 'days' | 'perKwDay' | 'perDay' | 'percent'
  >
>

/** The language in which lines are written; `t` returns the `document` texts of invoices. */
export type LineContext = {
  locale: Locale
  t: (key: LineTextKey, values?: Record<string, string | number>) => string
}

/**
 * Formats a line of the bill for this period as name, quantity, price and amount. A line for part of the period states
 * its days.
 */
export function formatLine(
  line: BillLine,
  bill: DayRange & { lines: readonly BillLine[] },
  context: LineContext,
): [name: string, quantity: string, price: string, amount: string] {
  const { locale, t } = context
  const name = nameOf(line, bill.lines, context)
  const coversAll = line.firstDay === bill.firstDay && line.lastDay === bill.lastDay
  const range = { first: formatDay(line.firstDay, locale), last: formatDay(line.lastDay, locale) }
  const { quantity, price } = formatFactors(line, context)
  return [
    coversAll ? name : t('partOfSpan', { name, ...range }),
    quantity,
    price,
    formatMoney(line.amountCents, locale),
  ]
}

/** Returns the name of a tariff period. */
export function periodName(period: Period, periodCount: number, { t }: Pick<LineContext, 't'>): string {
  const word = periodNameOf(period, periodCount)
  return word ? t(`periods.${word}`) : `P${period}`
}

function nameOf(line: BillLine, lines: readonly BillLine[], context: LineContext): string {
  const { kind, period, label, endsOn } = line
  const { locale, t } = context
  const name = label === undefined ? t(`lines.${kind}`) : t('labelled', { name: t(`lines.${kind}`), label })
  if (endsOn !== undefined) return t('until', { name, day: formatDay(endsOn, locale) })
  if (period === null) return name
  // The periods of a term stand under its heading; those of what a meter counted beside it are named with it.
  const sameTerm = termOfPeriods(kind)
  const periodCount = Math.max(...lines.filter((other) => other.kind === sameTerm).map((other) => other.period ?? 0))
  const ofPeriod = periodName(period, periodCount, context)
  return sameTerm === kind ? ofPeriod : t('periodOf', { name, period: ofPeriod })
}

/** Returns the kind of lines that has all periods of a line’s term: that of the excess is power. */
export function termOfPeriods(kind: BillLine['kind']): BillLine['kind'] {
  if (kind === 'power_excess') return 'power'
  return kind === 'reactive_energy' ? 'energy' : kind
}

/** Formats the factors of a line. An amount that is not a product has none. */
function formatFactors(line: BillLine, { locale, t }: LineContext): { quantity: string; price: string } {
  const quantity = formatDecimal(line.quantity, locale)
  const price = formatDecimal(line.unitPrice, locale)
  switch (line.unit) {
    case 'kW':
      // The excess of quarter hours has no days.
      return line.days === null
        ? { quantity: `${quantity}\u00a0kW`, price: `${price}\u00a0€/kW` }
        : { quantity: `${quantity}\u00a0kW × ${t('days', { count: line.days })}`, price: t('perKwDay', { price }) }
    case 'kWh':
    case 'kvarh':
    case 'MWh':
      return { quantity: `${quantity}\u00a0${line.unit}`, price: `${price}\u00a0€/${line.unit}` }
    case 'day':
      return { quantity: t('days', { count: Number(line.quantity) }), price: t('perDay', { price }) }
    case 'percent':
      return {
        quantity: formatMoney(centsFromDecimal(line.quantity), locale),
        price: t('percent', { percent: price }),
      }
    case 'EUR':
      return { quantity: '', price: '' }
  }
}
