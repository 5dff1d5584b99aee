import { findRegulatedPriceAt } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { Compensation } from './norm.ts'

/** What a missed term costs: the greater of an amount and a part of the first bill. */
export type CompensationFigures = {
  rule: Compensation
  /** In euros, with all decimals of the norm. */
  minimum: string
  /** A whole number, rounded up in the customer's favour. */
  percentOfFirstBill: number
  source: string
}

/**
 * Returns the figures of a rule on the day on which a term was missed, which are dated regulated prices that operators
 * can replace; undefined where none applied.
 */
export function figuresOn(
  rule: Compensation,
  day: MarketDay,
  prices: RegulatedPrices,
): CompensationFigures | undefined {
  const { minimum, percentOfFirstBill } = seriesOf[rule](prices)
  const least = findRegulatedPriceAt(minimum, day)
  const percent = findRegulatedPriceAt(percentOfFirstBill, day)
  if (!least || !percent) return undefined
  return { rule, minimum: least.value, percentOfFirstBill: Math.ceil(Number(percent.value)), source: least.source }
}

const seriesOf: Record<Compensation, (prices: RegulatedPrices) => RegulatedPrices['missedQualityTerm']> = {
  missed_quality_term: ({ missedQualityTerm }) => missedQualityTerm,
}

/** Returns the least that is paid, rounded up to the cent in the customer's favour. */
export function minimumCents({ minimum }: Pick<CompensationFigures, 'minimum'>): Cents {
  const [euros = '0', decimals = ''] = minimum.split('.')
  const micros = Number(euros) * microsPerEuro + Number(decimals.padEnd(6, '0'))
  return Math.ceil(micros / (microsPerEuro / 100))
}

const microsPerEuro = 1_000_000

/**
 * Returns what is paid once the first bill is known: the greater of the minimum and the part of that bill, rounded up
 * to the cent in the customer's favour. A bill in the customer's favour counts as nothing.
 */
export function compensationCents(
  { minimumCents: least, percentOfFirstBill }: { minimumCents: Cents; percentOfFirstBill: number },
  firstBillCents: Cents,
): Cents {
  return Math.max(least, Math.ceil((Math.max(0, firstBillCents) * percentOfFirstBill) / 100))
}

/** The states of a compensation: found by the job, decided by operators, and on a bill. */
export const compensationStates = ['proposed', 'approved', 'rejected', 'billed'] as const
export type CompensationState = (typeof compensationStates)[number]
