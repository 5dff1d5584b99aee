import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { CorrectionPlan as ListedCorrectionPlan, ListedDebt } from '../api.ts'
import { leftOfParts, maxPartsOf, paymentsOfNextPart } from '../plan-rules.ts'
import { findCorrectionOffer, findInvoiceOfPlan } from './correction-offer.ts'
import type { Debt } from './debt-store.ts'
import {
  type CorrectionPlan,
  findCorrectionPlans,
  findOpenPlan,
  findOverdueInvoices,
  findPlanOfInvoice,
  hasMissedPlan,
  type Plan,
  paidCentsOf,
} from './plan-store.ts'

type PlanRules = { partsWithoutAsking: number; now: Date }

/** Returns the plan of a debt as its customer sees it, or else the plans that they can have. */
export async function presentPlan(
  db: Database,
  {
    customer_id: customerId,
    debt_id: debtId,
    contract_id: contractId,
    step,
  }: Pick<Debt, 'customer_id' | 'debt_id' | 'contract_id' | 'step'>,
  { partsWithoutAsking, now }: PlanRules,
): Promise<Pick<ListedDebt, 'plan' | 'plan_offer'>> {
  const key = { customerId, debtId }
  const plan = await findOpenPlan(db, key)
  if (plan) return { plan: toListed(plan), plan_offer: null }
  const overdue = await findOverdueInvoices(db, { customerId, contractId, today: marketDayOf(now, 'Europe/Madrid') })
  const owedCents = overdue.reduce((sum, { pendingCents }) => sum + pendingCents, 0)
  const maxParts = maxPartsOf({ step, owedCents })
  if (maxParts === null) return { plan: null, plan_offer: null }
  const withoutAsking = (await hasMissedPlan(db, key)) ? 0 : partsWithoutAsking
  return {
    plan: null,
    plan_offer: { amount: owedCents / 100, max_parts: maxParts, parts_without_asking: withoutAsking },
  }
}

/** Returns the plan of a bill as its customer sees it. */
export function presentCorrectionPlan({
  invoiceId: id,
  number,
  parts,
}: {
  invoiceId: number
  number: string
  parts: readonly LeftPart[]
}): ListedCorrectionPlan {
  return { invoice: { id, number }, parts: parts.map(presentPart) }
}

/** Returns the plan of a bill as its customer sees it, or else the parts in which the law lets them pay it. */
export async function presentPlanOfInvoice(
  db: Database,
  key: { customerId: number; invoiceId: number },
  now: Date,
): Promise<{ plan: ListedCorrectionPlan | null; plan_offer: ListedOffer | null }> {
  const plan = await findPlanOfInvoice(db, key)
  if (plan) return { plan: toCorrectionPlan(plan), plan_offer: null }
  const invoice = await findInvoiceOfPlan(db, key)
  const parts = await findCorrectionOffer(db, invoice, now)
  if (!parts || invoice.correction?.kind !== 'underbilled') return { plan: null, plan_offer: null }
  const { amountCents, errorOn } = invoice.correction
  const listed = parts.map(({ number, dueOn, amountCents }) => ({ number, due_on: dueOn, amount: amountCents / 100 }))
  return { plan: null, plan_offer: { amount: amountCents / 100, since: errorOn, parts: listed } }
}

type ListedOffer = {
  amount: number
  since: MarketDay
  parts: { number: number; due_on: MarketDay; amount: number }[]
}

/** Returns the plans of bills of these holders, as they see them. */
export async function findOwnCorrectionPlans(
  db: Database,
  customerIds: readonly number[],
): Promise<ListedCorrectionPlan[]> {
  const plans = await findCorrectionPlans(db, customerIds)
  return plans.map(toCorrectionPlan)
}

function toCorrectionPlan(plan: CorrectionPlan): ListedCorrectionPlan {
  const parts = leftOfParts(plan.parts, paidCentsOf(plan))
  return presentCorrectionPlan({ invoiceId: plan.invoiceId, number: plan.invoices[0]!.number, parts })
}

type LeftPart = ReturnType<typeof leftOfParts>[number]

function presentPart({ number, dueOn, amountCents, leftCents }: LeftPart) {
  return { number, due_on: dueOn, amount: amountCents / 100, left: leftCents / 100 }
}

function toListed(plan: Plan): NonNullable<ListedDebt['plan']> {
  const parts = leftOfParts(plan.parts, paidCentsOf(plan))
  return {
    state: plan.state === 'active' ? 'active' : 'requested',
    parts: parts.map(presentPart),
    next_payments: paymentsOfNextPart(parts, plan.invoices).map(({ id, number, amountCents }) => ({
      ...{ id, number, amount: amountCents / 100 },
    })),
  }
}
