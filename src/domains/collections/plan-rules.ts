import { correctionPartCount, type Underbilling } from '#vocabulary/bill-correction.ts'
import { addDays, addMonths, type MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { DebtStep } from './rules.ts'

/** The states of a plan: asked for, followed, paid, a part missed, refused by an operator, or ended by one. */
export const planStates = ['requested', 'active', 'completed', 'missed', 'refused', 'ended'] as const
export type PlanState = (typeof planStates)[number]

/** How many parts a customer may ask for. Up to how many they take by themselves is a setting. */
export const planPartLimits = { min: 2, max: 12 } as const

/** The least amount of a part. */
const minPartCents = 1_000

/** The days until the first part is due; the others follow each month. */
const daysToFirstPart = 7

export type PlanPart = { number: number; dueOn: MarketDay; amountCents: Cents }

/** Returns the parts of a plan of a debt. */
export function divideDebt(owedCents: Cents, count: number, today: MarketDay): PlanPart[] {
  return divideByMonth(owedCents, count, addDays(today, daysToFirstPart))
}

/** Returns the parts of an amount: the same each month, the first with the cents that are left over. */
function divideByMonth(totalCents: Cents, count: number, firstDueOn: MarketDay): PlanPart[] {
  const amountCents = Math.floor(totalCents / count)
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    dueOn: addMonths(firstDueOn, index),
    amountCents: index === 0 ? totalCents - amountCents * (count - 1) : amountCents,
  }))
}

/** A bill that charges what earlier ones lacked, as far as it decides in which parts it is paid. */
export type CorrectedBill = {
  correction: Pick<Underbilling, 'amountCents' | 'errorOn'>
  issuedOn: MarketDay
  dueOn: MarketDay
  pendingCents: Cents
}

/**
 * Returns the parts in which a correction is paid, from the day on which its bill is due, or null if it is paid at once.
 * What else the bill charges, which no law spreads, is paid with the first part.
 */
export function divideCorrection(
  { correction, issuedOn, dueOn, pendingCents }: CorrectedBill,
  { maxMonths, today }: { maxMonths: number; today: MarketDay },
): PlanPart[] | null {
  const spreadCents = Math.min(correction.amountCents, pendingCents)
  const months = correctionPartCount({ errorOn: correction.errorOn, correctedOn: issuedOn }, maxMonths)
  // A part is a cent at least.
  const count = Math.min(months, spreadCents)
  if (count < planPartLimits.min) return null
  const soonest = addDays(today, daysToFirstPart)
  const [first, ...others] = divideByMonth(spreadCents, count, dueOn > soonest ? dueOn : soonest)
  return [{ ...first!, amountCents: first!.amountCents + pendingCents - spreadCents }, ...others]
}

/** The steps at which a debt can be paid in parts: after a suspension, only the whole brings the power back. */
const stepsOfPlans: readonly DebtStep[] = ['noticed', 'demanded', 'undelivered', 'delivered', 'announced']

/** Returns into how many parts a debt can be divided at most, or null if it cannot be paid in parts. */
export function maxPartsOf({ step, owedCents }: { step: DebtStep; owedCents: Cents }): number | null {
  const count = Math.min(planPartLimits.max, Math.floor(owedCents / minPartCents))
  return stepsOfPlans.includes(step) && count >= planPartLimits.min ? count : null
}

/** Returns whether a plan begins at once: within the retailer's number of parts, and after no plan that was missed. */
export function stateOfNewPlan(
  count: number,
  { partsWithoutAsking, hasMissedPlan }: { partsWithoutAsking: number; hasMissedPlan: boolean },
): 'active' | 'requested' {
  return count <= partsWithoutAsking && !hasMissedPlan ? 'active' : 'requested'
}

/** Returns what is left of each part once something has been paid, by any way: the earliest are paid first. */
export function leftOfParts(parts: readonly PlanPart[], paidCents: Cents): (PlanPart & { leftCents: Cents })[] {
  let before = 0
  return parts.map((part) => {
    const paid = Math.min(part.amountCents, Math.max(0, paidCents - before))
    before += part.amountCents
    return { ...part, leftCents: part.amountCents - paid }
  })
}

/** Returns the first part that was not paid by its day, or undefined. */
export function missedPart(parts: readonly PlanPart[], paidCents: Cents, today: MarketDay): PlanPart | undefined {
  return leftOfParts(parts, paidCents).find(({ dueOn, leftCents }) => leftCents > 0 && dueOn < today)
}

type OwedInvoice = { id: number; number: string; pendingCents: Cents }

/** Returns what is paid of which invoice for the next part that has something left: the oldest invoices first. */
export function paymentsOfNextPart(
  parts: readonly { leftCents: Cents }[],
  invoices: readonly OwedInvoice[],
): { id: number; number: string; amountCents: Cents }[] {
  let left = parts.find(({ leftCents }) => leftCents > 0)?.leftCents ?? 0
  const payments = []
  for (const { id, number, pendingCents } of invoices) {
    const amountCents = Math.min(left, pendingCents)
    if (amountCents > 0) payments.push({ id, number, amountCents })
    left -= amountCents
  }
  return payments
}
