import type { Database } from '#db/database.ts'
import { endDuty, openDuty } from '#domains/duties/server/duty-store.ts'
import { startOf } from '#vocabulary/market-time.ts'
import { leftOfParts } from '../plan-rules.ts'
import type { InvoiceOfPlan } from './correction-offer.ts'
import type { ContractOfDebt } from './debt-store.ts'
import type { Plan } from './plan-store.ts'

type PlanParts = Pick<Plan, 'planId' | 'parts'>

/** Opens the duty of each part of a plan: its customer pays it by its day. */
export async function openPartDuties(
  db: Database,
  plan: PlanParts,
  { customerId, contract }: { customerId: number; contract: ContractOfDebt },
) {
  const { contractId, place, energy, maxPowerWatts: powerWatts } = contract
  for (const { number, dueOn } of plan.parts)
    await openDuty(db, {
      ...{ kind: 'plan_part', subject: partSubject(plan, number), at: startOf(dueOn, 'Europe/Madrid') },
      ...{ customerId, contractId, place, facts: { topics: [], energy, powerWatts } },
    })
}

/** The duty to have paid by month what was billed too little, from the day of its bill; its last month is that of the law. */
export async function openCorrectionDuty(
  db: Database,
  { planId }: Pick<PlanParts, 'planId'>,
  invoice: BilledCorrection,
) {
  const { customerId, contractId, energy, issuedOn } = invoice
  await openDuty(db, {
    ...{ kind: 'underbilling_parts', subject: `correction_plan:${planId}`, at: startOf(issuedOn, 'Europe/Madrid') },
    ...{ customerId, contractId, place: null, facts: { topics: [], energy, powerWatts: null } },
  })
}

type BilledCorrection = Pick<InvoiceOfPlan, 'customerId' | 'contractId' | 'energy' | 'issuedOn'>

/** Ends that duty with its plan. */
export function endCorrectionDuty(
  db: Database,
  { planId }: Pick<PlanParts, 'planId'>,
  end: { state: 'done' | 'cancelled'; now: Date },
) {
  return endDuty(db, { kind: 'underbilling_parts', subject: `correction_plan:${planId}` }, end)
}

/** Ends the duties of the parts of a plan that ends. */
export async function endPartDuties(db: Database, plan: PlanParts, end: { state: 'done' | 'cancelled'; now: Date }) {
  for (const { number } of plan.parts) await endDuty(db, { kind: 'plan_part', subject: partSubject(plan, number) }, end)
}

/** Ends the duties of the parts that what was paid covers. */
export async function endPaidParts(
  db: Database,
  plan: PlanParts,
  { paidCents, now }: { paidCents: number; now: Date },
) {
  for (const { number, leftCents } of leftOfParts(plan.parts, paidCents))
    if (leftCents === 0)
      await endDuty(db, { kind: 'plan_part', subject: partSubject(plan, number) }, { state: 'done', now })
}

function partSubject({ planId }: PlanParts, number: number): `plan_part:${string}` {
  return `plan_part:${planId}-${number}`
}
