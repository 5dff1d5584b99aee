import { isValidOn, type Validity } from '#vocabulary/dated-rows.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { Compensation } from './norm.ts'

/** What a missed term costs: the greater of an amount and a part of the first bill. */
export type CompensationFigures = Validity & {
  rule: Compensation
  /** In euros, with all decimals of the norm. */
  minimum: string
  percentOfFirstBill: number
  source: string
}

/** The figures over time. */
const compensationFigures: readonly CompensationFigures[] = [
  {
    ...{ rule: 'missed_quality_term', minimum: '30.050605', percentOfFirstBill: 10 },
    ...{ source: 'RD 1955/2000 105.6 (BOE-A-2000-24019)', validFrom: '2001-01-16', validTo: null },
  },
]

/** Returns the figures of a rule on the day on which a term was missed; undefined where none applied. */
export function figuresOn(rule: Compensation, day: MarketDay): CompensationFigures | undefined {
  return compensationFigures.find((figures) => figures.rule === rule && isValidOn(figures, day))
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
