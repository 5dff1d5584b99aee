import * as z from 'zod'
import type { DutyNorm } from '#domains/duties/norm.ts'
import { type DutyFacts, termOf } from '#domains/duties/rules.ts'
import { deadlineBefore, unknownPlace } from '#domains/duties/terms.ts'
import { type BillCorrection, correctionKinds } from '#vocabulary/bill-correction.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { startOf } from '#vocabulary/market-time.ts'
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

/** The types of invoices that charge what earlier ones lacked: rectifying, complementary and regularising. */
const chargingTypes = ['R', 'C', 'G']

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

/** The kind of duty whose norms say how old consumption may be when it is billed. */
export const reachKind = 'underbilling_correction'

/**
 * Returns why an invoice may not charge what earlier ones lacked, or null: its consumption is older than the law lets a
 * retailer bill (RD 88/2026, article 45.2), or a distributor correct to a retailer (article 44.4.a).
 */
export function findTooOld(
  { correction, issuedOn, startsOn, lines }: CorrectingInvoice,
  { norms, energy }: { norms: readonly DutyNorm[]; energy: string },
): RejectionReason | null {
  if (correction?.kind !== 'underbilled') return null
  const first = lines.reduce((day, { firstDay }) => (firstDay < day ? firstDay : day), startsOn)
  const { distributorOn } = correction
  const ofRetailer = oldestDay(norms, { correctedOn: issuedOn, energy, topics: [] })
  if (ofRetailer !== null && first < ofRetailer)
    return rejectionReason('correction_too_old', { day: first, oldest: ofRetailer })
  const ofDistributor =
    distributorOn === null ? null : oldestDay(norms, { correctedOn: distributorOn, energy, topics: ['distributor'] })
  if (ofDistributor !== null && first < ofDistributor)
    return rejectionReason('correction_of_distributor_too_old', { day: first, oldest: ofDistributor })
  return null
}

type Reach = { correctedOn: MarketDay; energy: string; topics: readonly string[] }

/** Returns the first day whose consumption a correction may still charge, or null if no norm limits it. */
function oldestDay(norms: readonly DutyNorm[], { correctedOn, energy, topics }: Reach): MarketDay | null {
  const at = startOf(correctedOn, 'Europe/Madrid')
  const facts: DutyFacts = { topics, energy: energy === 'gas' ? 'gas' : 'electricity', powerWatts: null }
  const term = termOf(norms, { kind: reachKind, facts, at, place: unknownPlace })
  return term && deadlineBefore(at, term.norm.term, unknownPlace).on
}
