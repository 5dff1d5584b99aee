import { type BillLine, type BillLineKind, sumLines } from '#vocabulary/bill.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { formatDay, formatDecimal, formatMoney } from '#vocabulary/format.ts'
import { type Cents, centsFromDecimal } from '#vocabulary/money.ts'
import { periodNameOf } from '#vocabulary/period-name.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { DocumentContext } from './document-context.ts'

/** The parts of a bill as a customer would name them. */
type LineGroupName = 'power' | 'energy' | 'surplus' | 'fixed' | 'variable' | 'other' | 'taxes' | 'wallet'

export type LineGroup = { name: LineGroupName; lines: BillLine[]; amountCents: Cents }

/** Groups the lines of a bill by subject, in the order in which they appear on the bill. */
export function groupLines(lines: readonly BillLine[]): LineGroup[] {
  const groups = new Map<LineGroupName, BillLine[]>()
  for (const line of lines) {
    const name = groupOf[line.kind]
    groups.set(name, [...(groups.get(name) ?? []), line])
  }
  return [...groups].map(([group, members]) => ({ name: group, lines: members, amountCents: sumLines(members) }))
}

/**
 * Formats a line of the bill for this period as name, quantity, price and amount. A line for part of the period states
 * its days.
 */
export function formatLine(
  line: BillLine,
  bill: DayRange & { lines: readonly BillLine[] },
  context: DocumentContext,
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
export function periodName(period: Period, periodCount: number, { t }: Pick<DocumentContext, 't'>): string {
  const word = periodNameOf(period, periodCount)
  return word ? t(`periods.${word}`) : `P${period}`
}

const groupOf: Record<BillLineKind, LineGroupName> = {
  power: 'power',
  power_discount: 'power',
  energy: 'energy',
  energy_discount: 'energy',
  surplus: 'surplus',
  surplus_limit: 'surplus',
  gas_fixed: 'fixed',
  gas_fixed_discount: 'fixed',
  gas_variable: 'variable',
  gas_variable_discount: 'variable',
  social_bonus_funding: 'other',
  meter: 'other',
  electricity_tax: 'taxes',
  hydrocarbon_tax: 'taxes',
  vat: 'taxes',
  igic: 'taxes',
  ipsi: 'taxes',
  wallet: 'wallet',
}

function nameOf({ kind, period }: BillLine, lines: readonly BillLine[], context: DocumentContext): string {
  if (period === null) return context.t(`lines.${kind}`)
  const periodCount = Math.max(...lines.filter((other) => other.kind === kind).map((other) => other.period ?? 0))
  return periodName(period, periodCount, context)
}

/** Formats the factors of a line. An amount that is not a product has none. */
function formatFactors(line: BillLine, { locale, t }: DocumentContext): { quantity: string; price: string } {
  const quantity = formatDecimal(line.quantity, locale)
  const price = formatDecimal(line.unitPrice, locale)
  switch (line.unit) {
    case 'kW':
      return {
        quantity: `${quantity}\u00a0kW × ${t('days', { count: line.days ?? 1 })}`,
        price: t('perKwDay', { price }),
      }
    case 'kWh':
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
