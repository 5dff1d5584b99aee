import type { Database } from '#db/database.ts'
import { endDuty, openDuty } from '#domains/duties/server/duty-store.ts'
import { startOf } from '#vocabulary/market-time.ts'
import { leftOfParts } from '../plan-rules.ts'
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
