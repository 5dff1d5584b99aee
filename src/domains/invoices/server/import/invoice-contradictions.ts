import { sumCents } from '#vocabulary/money.ts'
import { energyPeriodCount, energyTariffs, powerPeriodCount } from '#vocabulary/tariff-periods.ts'
import { because, type ToldReason } from '#vocabulary/told-reasons.ts'
import { isCancelling } from '../../invoice-status.ts'
import { amountContradiction, type ToldAmounts } from './amount-contradiction.ts'
import type { InvoiceLine } from './invoice-line.ts'

/** What does not go together: where to look, and why. */
export type Contradiction = [path: (string | number)[], reason: ToldReason]

type ToldInvoice = ToldAmounts &
  Pick<InvoiceLine, 'startsOn' | 'endsOn' | 'lines' | 'documents' | 'energyWhByPeriod' | 'rectificativeType'>

/** What in an invoice does not go together, as far as it tells itself. */
export function contradictionsOf(invoice: ToldInvoice): Contradiction[] {
  const { startsOn, endsOn, amountTotalCents, lines, documents, energyWhByPeriod, rectificativeType } = invoice
  const contradictions: Contradiction[] = []
  if (endsOn < startsOn) contradictions.push([['endsOn'], because('before_start')])
  for (const [index, line] of lines.entries()) {
    const reason = factorsContradiction(line)
    if (reason) contradictions.push([['lines', index, 'amountCents'], reason])
  }
  const sum = sumCents(lines.map(({ amountCents }) => amountCents))
  if (lines.length > 0 && sum !== amountTotalCents)
    contradictions.push([['lines'], because('sum_differs', { sum, total: amountTotalCents })])
  const amounts = amountContradiction(invoice)
  if (amounts) contradictions.push([['amountPendingCents'], amounts])
  if (!isCancelling(rectificativeType) && energyWhByPeriod.some((wh) => wh < 0))
    contradictions.push([['energyWhByPeriod'], because('energy_negative')])
  if (new Set(documents.map(({ type }) => type)).size < documents.length)
    contradictions.push([['documents'], because('documents_twice')])
  return contradictions
}

type Factors = Pick<InvoiceLine['lines'][number], 'quantity' | 'unit' | 'days' | 'unitPrice' | 'amountCents'>

/** Invoices print the prices of energy with four decimals at least: what they do not print may come to so much. */
const fewestPriceDecimals = 4

/**
 * Why the amount of a line is not what its factors come to. It may be a cent away, for the order in which a billing system rounds,
 * and besides as much as the price may have been rounded by. An amount in euros alone is not multiplied from anything.
 */
export function factorsContradiction({ quantity, unit, days, unitPrice, amountCents }: Factors): ToldReason | null {
  if (unit === 'EUR') return null
  const centsPerUnit = unit === 'percent' ? 1 : 100
  const factor = Number(quantity) * (unit === 'kW' ? (days ?? 1) : 1) * centsPerUnit
  const product = factor * Number(unitPrice)
  const decimals = Math.max(fewestPriceDecimals, unitPrice.split('.')[1]?.length ?? 0)
  const slack = Math.abs(factor) * 0.5 * 10 ** -decimals
  // A line of exactly one cent more stays within, whatever the last binary digit of the product.
  if (Math.abs(amountCents - product) <= 1 + slack + 1e-6) return null
  return because('amount_differs', { amount: amountCents, product: Math.round(product) })
}

/** Bills have the periods of these tariffs from this day on (CNMC, Circular 3/2020). */
const firstDayOfPeriods = '2021-06-01'

/** Why the values of an invoice are not as many as its tariff has periods; tariffs of before June 2021 are not looked at. */
export function periodsContradiction(
  { startsOn, energyWhByPeriod, powerWatts }: Pick<InvoiceLine, 'startsOn' | 'energyWhByPeriod' | 'powerWatts'>,
  { energy, tariff }: { energy: string; tariff: string },
): Contradiction | null {
  const electricity = energyTariffs.find((name) => name === tariff)
  const given = energyWhByPeriod.length
  if (energy === 'gas')
    return given === 1 ? null : [['energyWhByPeriod'], because('energies_count', { given, tariff, expected: 1 })]
  if (!electricity || startsOn < firstDayOfPeriods) return null
  const expected = energyPeriodCount(electricity)
  if (given !== expected) return [['energyWhByPeriod'], because('energies_count', { given, tariff, expected })]
  const powers = powerPeriodCount(electricity)
  if (powerWatts.length > 0 && powerWatts.length !== powers)
    return [['powerWatts'], because('powers_count', { given: powerWatts.length, tariff, expected: powers })]
  return null
}
