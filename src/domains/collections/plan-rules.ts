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

/** Returns the parts of a plan: the same each month, the first with the cents that are left over. */
export function divideDebt(owedCents: Cents, count: number, today: MarketDay): PlanPart[] {
  const amountCents = Math.floor(owedCents / count)
  const first = addDays(today, daysToFirstPart)
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    dueOn: addMonths(first, index),
    amountCents: index === 0 ? owedCents - amountCents * (count - 1) : amountCents,
  }))
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
