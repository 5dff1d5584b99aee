import * as z from 'zod'
import { chargingTypes, findTooOldDay } from '#domains/collections/correction-rules.ts'
import type { DutyNorm } from '#domains/duties/norm.ts'
import { type BillCorrection, correctionKinds } from '#vocabulary/bill-correction.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { type RejectionReason, rejectionReason } from '#vocabulary/rejection-reasons.ts'
import type { Contradiction } from './invoice-contradictions.ts'

const Day = z.iso.date()

/** What an imported invoice corrects. */
export const CorrectionLine = z.strictObject({
  kind: z.enum(correctionKinds),
  /** What was billed too little or too much in all, with taxes. */
  amountCents: z.int().min(1).max(1_000_000_000),
  /** Since when too little was billed. */
  errorOn: Day.nullable().default(null),
  /** The day on which the distributor corrected it. */
  distributorOn: Day.nullable().default(null),
  /** The day of issue of the invoice that charged too much, and the day on which it was paid. */
  billedOn: Day.nullable().default(null),
  paidOn: Day.nullable().default(null),
})
export type CorrectionLine = z.output<typeof CorrectionLine>

/** Returns what an imported invoice corrects. */
export function correctionOf({
  kind,
  amountCents,
  errorOn,
  distributorOn,
  billedOn,
  paidOn,
}: CorrectionLine): BillCorrection {
  return kind === 'underbilled'
    ? { kind, amountCents, errorOn: errorOn!, distributorOn }
    : { kind, amountCents, billedOn: billedOn!, paidOn }
}

type CorrectingInvoice = {
  issuedOn: MarketDay
  startsOn: MarketDay
  amountTotalCents: number
  rectificativeType: string
  lines: readonly { firstDay: MarketDay }[]
  correction: CorrectionLine | null
}

/** Returns what is wrong with the correction of an invoice, as far as its own data shows it. */
export function findCorrectionContradictions(invoice: CorrectingInvoice): Contradiction[] {
  const { correction, issuedOn, amountTotalCents, rectificativeType } = invoice
  if (!correction) return []
  const { kind, amountCents, ...days } = correction
  const problems: Contradiction[] = []
  const required = kind === 'underbilled' ? 'errorOn' : 'billedOn'
  if (days[required] === null) problems.push([['correction', required], rejectionReason('missing')])
  for (const [name, day] of Object.entries(days))
    if (day !== null && day > issuedOn)
      problems.push([['correction', name], rejectionReason('after_issue', { day: issuedOn })])
  if (kind === 'overbilled') return problems
  if (!chargingTypes.includes(rectificativeType))
    problems.push([['correction'], rejectionReason('correction_type', { types: chargingTypes.join(', ') })])
  if (amountCents > amountTotalCents) problems.push([['correction', 'amountCents'], rejectionReason('above_total')])
  return problems
}

/**
 * Returns why an invoice may not charge what earlier ones lacked, or null: its consumption is older than the law lets a
 * retailer bill.
 */
export function findTooOld(
  { correction, ...invoice }: CorrectingInvoice,
  { norms, energy }: { norms: readonly DutyNorm[]; energy: string },
): RejectionReason | null {
  if (correction?.kind !== 'underbilled') return null
  const { distributorOn } = correction
  const tooOld = findTooOldDay({ ...invoice, energy, distributorOn }, norms)
  return tooOld && rejectionReason(reasonOf[tooOld.by], { day: tooOld.day, oldest: tooOld.oldest })
}

const reasonOf = { retailer: 'correction_too_old', distributor: 'correction_of_distributor_too_old' } as const
