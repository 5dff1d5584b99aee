import { chargedDaysOf } from '#vocabulary/bill.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { sumCents } from '#vocabulary/money.ts'
import { type RejectionReason, rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { energyPeriodCount, energyTariffs, powerPeriodCount } from '#vocabulary/tariff-periods.ts'
import { isCancelling } from '../../invoice-status.ts'
import { findAmountContradiction, type ImportedAmounts } from './amount-contradiction.ts'
import { findCorrectionContradictions } from './correction-line.ts'
import type { InvoiceLine } from './invoice-line.ts'

/** A contradiction in an invoice: the path of the value and the reason. */
export type Contradiction = [path: (string | number)[], reason: RejectionReason]

type ImportedInvoice = ImportedAmounts &
  Pick<
    InvoiceLine,
    'issuedOn' | 'startsOn' | 'endsOn' | 'documents' | 'energyWhByPeriod' | 'rectificativeType' | 'correction'
  > & {
    lines: readonly (Factors & { firstDay: MarketDay })[]
  }

/** Returns the contradictions within an invoice, as far as its own data shows them. */
export function findContradictions(invoice: ImportedInvoice): Contradiction[] {
  const { startsOn, endsOn, amountTotalCents, lines, documents, energyWhByPeriod, rectificativeType } = invoice
  const contradictions: Contradiction[] = []
  if (endsOn < startsOn) contradictions.push([['endsOn'], rejectionReason('before_start')])
  for (const [index, line] of lines.entries()) {
    const reason = findFactorsContradiction(line)
    if (reason) contradictions.push([['lines', index, 'amountCents'], reason])
  }
  const sum = sumCents(lines.map(({ amountCents }) => amountCents))
  if (lines.length > 0 && sum !== amountTotalCents)
    contradictions.push([['lines'], rejectionReason('sum_differs', { sum, total: amountTotalCents })])
  const amounts = findAmountContradiction(invoice)
  if (amounts) contradictions.push([['amountPendingCents'], amounts])
  if (!isCancelling(rectificativeType) && energyWhByPeriod.some((wh) => wh < 0))
    contradictions.push([['energyWhByPeriod'], rejectionReason('energy_negative')])
  if (new Set(documents.map(({ type }) => type)).size < documents.length)
    contradictions.push([['documents'], rejectionReason('documents_twice')])
  return [...contradictions, ...findCorrectionContradictions(invoice)]
}

type Factors = Pick<InvoiceLine['lines'][number], 'quantity' | 'unit' | 'days' | 'unitPrice' | 'amountCents'>

/**
 * Invoices print energy prices with at least four decimals. The decimals that are not printed may cause a difference of
 * this size.
 */
const minPriceDecimals = 4

/**
 * Returns why the amount of a line does not match its factors, or null. It may differ by a cent, because billing
 * systems round in different orders, plus the possible rounding error of the price. A bare amount in euros is not a
 * product and is never checked.
 */
export function findFactorsContradiction({
  quantity,
  unit,
  days,
  unitPrice,
  amountCents,
}: Factors): RejectionReason | null {
  if (unit === 'EUR') return null
  const centsPerUnit = unit === 'percent' ? 1 : 100
  const factor = Number(quantity) * chargedDaysOf({ unit, days }) * centsPerUnit
  const product = factor * Number(unitPrice)
  const decimals = Math.max(minPriceDecimals, unitPrice.split('.')[1]?.length ?? 0)
  const slack = Math.abs(factor) * 0.5 * 10 ** -decimals
  // Accepts a difference of exactly one cent, whatever the last binary digit of the product.
  if (Math.abs(amountCents - product) <= 1 + slack + 1e-6) return null
  return rejectionReason('amount_differs', { amount: amountCents, product: Math.round(product) })
}

/** The first day from which bills have the periods of these tariffs (CNMC, Circular 3/2020). */
const firstDayOfPeriods = '2021-06-01'

type PeriodValues = Pick<InvoiceLine, 'startsOn' | 'energyWhByPeriod' | 'powerWatts' | 'maximumPowerWatts'> &
  Partial<Pick<InvoiceLine, 'reactiveVarhByPeriod'>>

/**
 * Returns why the number of values of an invoice differs from the number of periods of its tariff, or null. Tariffs
 * from before June 2021 are not checked.
 */
export function findPeriodsContradiction(
  { startsOn, energyWhByPeriod, powerWatts, maximumPowerWatts, reactiveVarhByPeriod = [] }: PeriodValues,
  { energy, tariff }: { energy: string; tariff: string },
): Contradiction | null {
  const electricity = energyTariffs.find((name) => name === tariff)
  const given = energyWhByPeriod.length
  if (energy === 'gas')
    return given === 1
      ? null
      : [['energyWhByPeriod'], rejectionReason('energies_count', { given, tariff, expected: 1 })]
  if (!electricity || startsOn < firstDayOfPeriods) return null
  const expected = energyPeriodCount(electricity)
  if (given !== expected) return [['energyWhByPeriod'], rejectionReason('energies_count', { given, tariff, expected })]
  if (reactiveVarhByPeriod.length > 0 && reactiveVarhByPeriod.length !== expected)
    return [
      ['reactiveVarhByPeriod'],
      rejectionReason('energies_count', { given: reactiveVarhByPeriod.length, tariff, expected }),
    ]
  const powers = powerPeriodCount(electricity)
  for (const [member, watts] of Object.entries({ powerWatts, maximumPowerWatts }))
    if (watts.length > 0 && watts.length !== powers)
      return [[member], rejectionReason('powers_count', { given: watts.length, tariff, expected: powers })]
  return null
}
