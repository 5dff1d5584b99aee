import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { readBatches } from '#kit/server/read-batches.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { divideDebt, maxPartsOf, missedPart, type PlanState, planPartLimits, stateOfNewPlan } from '../plan-rules.ts'
import { queueDebtMail } from './debt-mail.ts'
import { beginStop, endStop } from './debt-stops.ts'
import { addDebtEvent, type Debt, type DebtKey, findContractOf, lockDebt } from './debt-store.ts'
import { endPaidParts, endPartDuties, openPartDuties } from './plan-duties.ts'
import {
  type DebtWithPlan,
  findDebtsWithPlans,
  findOpenPlan,
  findOverdueInvoices,
  hasMissedPlan,
  insertPlan,
  movePlan,
  type Plan,
  paidCentsOf,
} from './plan-store.ts'

/** Why a plan cannot be had. */
export type PlanProblem = 'plan_exists' | 'plan_not_possible'

type NewPlanInput = { parts: number; partsWithoutAsking: number; userId: number; now: Date }

/**
 * Asks for a plan of parts for a debt, which begins at once within the retailer's rules.
 * @returns its state, or why there is none.
 */
export async function requestPlan(
  db: Database,
  key: DebtKey,
  { parts: count, partsWithoutAsking, userId, now }: NewPlanInput,
): Promise<'active' | 'requested' | PlanProblem> {
  const debt = await lockDebt(db, key)
  const today = marketDayOf(now, 'Europe/Madrid')
  const contractKey = { customerId: key.customerId, contractId: debt.contract_id }
  const invoices = await findOverdueInvoices(db, { ...contractKey, today })
  const totalCents = invoices.reduce((sum, { pendingCents }) => sum + pendingCents, 0)
  if (count < planPartLimits.min || count > (maxPartsOf({ step: debt.step, owedCents: totalCents }) ?? 0))
    return 'plan_not_possible'
  const parts = divideDebt(totalCents, count, today)
  const subject = { debtId: key.debtId }
  const invoiceIds = invoices.map(({ id }) => id)
  const { customerId } = key
  const planId = await insertPlan(db, { customerId, subject, invoiceIds, totalCents, parts, userId, now })
  if (planId === undefined) return 'plan_exists'
  const state = stateOfNewPlan(count, { partsWithoutAsking, hasMissedPlan: await hasMissedPlan(db, key) })
  if (state === 'active') await startPlan(db, key, now)
  else await addDebtEvent(db, key, { kind: 'plan_requested', at: now })
  return state
}

/** Starts the plan that was asked for: its parts become duties, and the debt stands still. @returns whether there was one. */
export async function startPlan(db: Database, key: DebtKey, now: Date): Promise<boolean> {
  const debt = await lockDebt(db, key)
  const plan = await findOpenPlan(db, key)
  if (!plan || debt.step === 'closed') return false
  const { customerId } = key
  if (!(await movePlan(db, { customerId, planId: plan.planId }, { from: ['requested'], to: 'active', now })))
    return false
  const contract = await findContractOf(db, { customerId, contractId: debt.contract_id })
  await openPartDuties(db, plan, { customerId, contract })
  await addDebtEvent(db, key, { kind: 'plan_started', at: now })
  await beginStop(db, { ...stopOf(debt, plan), at: now })
  return true
}

/** Ends the plan of a debt: refused or ended by an operator, or missed. @returns whether there was one. */
export async function endPlan(
  db: Database,
  key: DebtKey,
  { to, now }: { to: 'refused' | 'ended' | 'missed' | 'completed'; now: Date },
): Promise<boolean> {
  const debt = await lockDebt(db, key)
  const plan = await findOpenPlan(db, key)
  if (!plan) return false
  const from: PlanState[] = to === 'refused' ? ['requested'] : to === 'completed' ? ['requested', 'active'] : ['active']
  if (!(await movePlan(db, { customerId: key.customerId, planId: plan.planId }, { from, to, now }))) return false
  await endPartDuties(db, plan, { state: to === 'completed' ? 'done' : 'cancelled', now })
  await addDebtEvent(db, key, { kind: `plan_${to}`, at: now })
  if (to === 'missed' || to === 'refused') {
    const contract = await findContractOf(db, { customerId: key.customerId, contractId: debt.contract_id })
    await queueDebtMail(db, { ...key, contract, kind: to === 'missed' ? 'planMissed' : 'planRefused', now })
  }
  await endStop(db, { ...stopOf(debt, plan), at: now })
  return true
}

const plansAtOnce = 500

/**
 * Follows the plans, each in a transaction of its own: a part that was paid is done, one that was missed ends its plan.
 * @returns how many plans ended.
 */
export async function followPlans(db: Kysely<DB>, now: Date): Promise<number> {
  let ended = 0
  for await (const keys of readBatches<DebtWithPlan>(plansAtOnce, (after) =>
    findDebtsWithPlans(db, { after, limit: plansAtOnce }),
  ))
    for (const key of keys) if (await db.transaction().execute((trx) => followPlan(trx, key, now))) ended++
  return ended
}

/** @returns whether the plan ended. */
async function followPlan(db: Database, key: DebtKey, now: Date): Promise<boolean> {
  const debt = await lockDebt(db, key)
  const plan = await findOpenPlan(db, key)
  if (!plan) return false
  const paidCents = paidCentsOf(plan)
  if (paidCents >= plan.totalCents || debt.step === 'closed') return endPlan(db, key, { to: 'completed', now })
  if (plan.state !== 'active') return false
  if (missedPart(plan.parts, paidCents, marketDayOf(now, 'Europe/Madrid')))
    return endPlan(db, key, { to: 'missed', now })
  await endPaidParts(db, plan, { paidCents, now })
  return false
}

function stopOf({ customer_id: customerId, contract_id: contractId }: Debt, { planId }: Plan) {
  return { customerId, contractId, subject: `plan:${planId}`, reason: 'payment_plan' as const }
}
