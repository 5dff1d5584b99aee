import { type BillLine, type BillLineKind, sumOfLines } from '#vocabulary/bill.ts'
import type { DayRange } from '#vocabulary/dated-figures.ts'
import { formatDay, formatDecimal, formatMoney } from '#vocabulary/format.ts'
import { type Cents, centsFromDecimal } from '#vocabulary/money.ts'
import { periodWord } from '#vocabulary/period-word.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { DocumentPaper } from './document-paper.ts'

/** What a customer would call the parts of a bill. */
type LineGroupName = 'power' | 'energy' | 'surplus' | 'fixed' | 'variable' | 'other' | 'taxes' | 'wallet'

export type LineGroup = { name: LineGroupName; lines: BillLine[]; amountCents: Cents }

/** The lines of a bill by what they are for, in the order in which the bill has them. */
export function groupLines(lines: readonly BillLine[]): LineGroup[] {
  const groups = new Map<LineGroupName, BillLine[]>()
  for (const line of lines) {
    const name = groupOf[line.kind]
    groups.set(name, [...(groups.get(name) ?? []), line])
  }
  return [...groups].map(([group, members]) => ({ name: group, lines: members, amountCents: sumOfLines(members) }))
}

/** A line of the bill for those days as name, quantity, price and amount; a line for a part of them says for which. */
export function writeLine(
  line: BillLine,
  bill: DayRange & { lines: readonly BillLine[] },
  paper: DocumentPaper,
): [name: string, quantity: string, price: string, amount: string] {
  const { locale, say } = paper
  const name = nameOf(line, bill.lines, paper)
  const coversAll = line.firstDay === bill.firstDay && line.lastDay === bill.lastDay
  const range = { first: formatDay(line.firstDay, locale), last: formatDay(line.lastDay, locale) }
  const { quantity, price } = writeFactors(line, paper)
  return [
    coversAll ? name : say('partOfSpan', { name, ...range }),
    quantity,
    price,
    formatMoney(line.amountCents, locale),
  ]
}

/** The name of a tariff period. */
export function periodName(period: Period, periodCount: number, { say }: Pick<DocumentPaper, 'say'>): string {
  const word = periodWord(period, periodCount)
  return word ? say(`periods.${word}`) : `P${period}`
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

function nameOf({ kind, period }: BillLine, lines: readonly BillLine[], paper: DocumentPaper): string {
  if (period === null) return paper.say(`lines.${kind}`)
  const periodCount = Math.max(...lines.filter((other) => other.kind === kind).map((other) => other.period ?? 0))
  return periodName(period, periodCount, paper)
}

/** An amount that was not multiplied from anything stands alone. */
function writeFactors(line: BillLine, { locale, say }: DocumentPaper): { quantity: string; price: string } {
  const quantity = formatDecimal(line.quantity, locale)
  const price = formatDecimal(line.unitPrice, locale)
  switch (line.unit) {
    case 'kW':
      return {
        quantity: `${quantity}\u00a0kW × ${say('days', { count: line.days ?? 1 })}`,
        price: say('perKwDay', { price }),
      }
    case 'kWh':
    case 'MWh':
      return { quantity: `${quantity}\u00a0${line.unit}`, price: `${price}\u00a0€/${line.unit}` }
    case 'day':
      return { quantity: say('days', { count: Number(line.quantity) }), price: say('perDay', { price }) }
    case 'percent':
      return {
        quantity: formatMoney(centsFromDecimal(line.quantity), locale),
        price: say('percent', { percent: price }),
      }
    case 'EUR':
      return { quantity: '', price: '' }
  }
}
