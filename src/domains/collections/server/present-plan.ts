import type { Database } from '#db/database.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { ListedDebt } from '../api.ts'
import { leftOfParts, maxPartsOf, paymentsOfNextPart } from '../plan-rules.ts'
import type { Debt } from './debt-store.ts'
import { findOpenPlan, findOverdueInvoices, hasMissedPlan, type Plan, paidCentsOf } from './plan-store.ts'

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

function toListed(plan: Plan): NonNullable<ListedDebt['plan']> {
  const parts = leftOfParts(plan.parts, paidCentsOf(plan))
  return {
    state: plan.state === 'active' ? 'active' : 'requested',
    parts: parts.map(({ number, dueOn, amountCents, leftCents }) => ({
      ...{ number, due_on: dueOn, amount: amountCents / 100, left: leftCents / 100 },
    })),
    next_payments: paymentsOfNextPart(parts, plan.invoices).map(({ id, number, amountCents }) => ({
      ...{ id, number, amount: amountCents / 100 },
    })),
  }
}
