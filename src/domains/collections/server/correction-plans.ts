import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { savePaymentStatus } from '#domains/invoice-records/server/invoice-store.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { readBatches } from '#kit/server/read-batches.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { missedPart, type PlanPart } from '../plan-rules.ts'
import { findCorrectionOffer, lockInvoiceOfPlan } from './correction-offer.ts'
import { queueDebtMail } from './debt-mail.ts'
import { findContractOf } from './debt-store.ts'
import { endCorrectionDuty, endPaidParts, endPartDuties, openCorrectionDuty, openPartDuties } from './plan-duties.ts'
import {
  findInvoicesWithPlans,
  findPlanOfInvoice,
  insertPlan,
  movePlan,
  type PlanKey,
  paidCentsOf,
} from './plan-store.ts'

type InvoiceKey = { customerId: number; invoiceId: number }

/**
 * Takes the plan of parts to which the law entitles for a bill that charges what earlier ones lacked. Nothing of the bill
 * is overdue while each part is paid. @returns its parts, or why there is none.
 */
export async function takeCorrectionPlan(
  db: Database,
  key: InvoiceKey,
  { userId, now }: { userId: number; now: Date },
): Promise<PlanPart[] | 'plan_exists' | 'plan_not_possible'> {
  const invoice = await lockInvoiceOfPlan(db, key)
  if (await findPlanOfInvoice(db, key)) return 'plan_exists'
  const parts = await findCorrectionOffer(db, invoice, now)
  if (!parts) return 'plan_not_possible'
  const { customerId, invoiceId } = key
  const { pendingCents: totalCents, contractId, number } = invoice
  const subject = { invoiceId }
  const planId = await insertPlan(db, { customerId, subject, invoiceIds: [invoiceId], totalCents, parts, userId, now })
  if (planId === undefined) return 'plan_exists'
  await movePlan(db, { customerId, planId }, { from: ['requested'], to: 'active', now })
  const contract = await findContractOf(db, { customerId, contractId })
  await openPartDuties(db, { planId, parts }, { customerId, contract })
  await openCorrectionDuty(db, { planId }, invoice)
  // The whole is not collected by direct debit any more: its parts are paid here.
  if (invoice.paidStatus === 'pending_remesa')
    await savePaymentStatus(
      db,
      { kind: 'invoice', customerId, itemId: invoiceId },
      { amountPendingCents: totalCents, paidStatus: 'unpaid' },
    )
  const ids = { customer_id: customerId, contract_id: contractId, invoice_id: invoiceId, number }
  const wireParts = parts.map(({ dueOn, amountCents }) => ({ due_on: dueOn, amount: amountCents / 100 }))
  await queueEvent(db, { type: 'invoice.plan_started', data: { ...ids, parts: wireParts } }, now)
  return parts
}

const plansAtOnce = 500

/**
 * Follows the plans of bills, each in a transaction of its own: a part that was paid is done, one that was missed ends its
 * plan, and the bill is overdue again. @returns how many plans ended.
 */
export async function followCorrectionPlans(db: Kysely<DB>, now: Date): Promise<number> {
  let ended = 0
  for await (const keys of readBatches<PlanKey & { invoiceId: number }>(plansAtOnce, (after) =>
    findInvoicesWithPlans(db, { after, limit: plansAtOnce }),
  ))
    for (const key of keys) if (await db.transaction().execute((trx) => followPlan(trx, key, now))) ended++
  return ended
}

/** @returns whether the plan ended. */
async function followPlan(db: Database, { customerId, invoiceId }: InvoiceKey, now: Date): Promise<boolean> {
  const { contractId, number } = await lockInvoiceOfPlan(db, { customerId, invoiceId })
  const plan = await findPlanOfInvoice(db, { customerId, invoiceId })
  if (!plan) return false
  const paidCents = paidCentsOf(plan)
  const isMissed = missedPart(plan.parts, paidCents, marketDayOf(now, 'Europe/Madrid')) !== undefined
  if (paidCents < plan.totalCents && !isMissed) {
    await endPaidParts(db, plan, { paidCents, now })
    return false
  }
  const to = isMissed ? 'missed' : 'completed'
  await movePlan(db, { customerId, planId: plan.planId }, { from: ['active'], to, now })
  const end = { state: isMissed ? 'cancelled' : 'done', now } as const
  await endPartDuties(db, plan, end)
  await endCorrectionDuty(db, plan, end)
  const data = { customer_id: customerId, contract_id: contractId, invoice_id: invoiceId, number, state: to }
  await queueEvent(db, { type: 'invoice.plan_ended', data }, now)
  if (isMissed) {
    const contract = await findContractOf(db, { customerId, contractId })
    await queueDebtMail(db, { customerId, contract, kind: 'planMissed', now })
  }
  return true
}
