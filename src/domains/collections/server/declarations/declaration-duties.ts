import type { Database } from '#db/database.ts'
import { endDuty, openDuty, pauseDuty, plainFacts, resumeDuty } from '#domains/duties/server/duty-store.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { findContractOf } from '../debt-store.ts'
import type { Declaration } from './declaration-store.ts'

type DeclarationOfDuty = Pick<Declaration, 'customer_id' | 'contract_id' | 'supply_declaration_id'>

/** Returns the subject of the duties and of the stop of a declaration. */
export function subjectOfDeclaration(declarationId: number): `declaration:${number}` {
  return `declaration:${declarationId}`
}

/** Opens the duty to answer a declaration. @returns its last day. */
export function openAnswerDuty(db: Database, declaration: DeclarationOfDuty, now: Date): Promise<MarketDay | null> {
  return openDutyOf(db, declaration, { kind: 'declaration_answer', now })
}

/** Stops the clock of a declaration that lacks something. @returns the last day on which it can be completed. */
export async function awaitCompletion(
  db: Database,
  declaration: DeclarationOfDuty,
  now: Date,
): Promise<MarketDay | null> {
  const subject = subjectOfDeclaration(declaration.supply_declaration_id)
  await pauseDuty(db, { kind: 'declaration_answer', subject }, now)
  return openDutyOf(db, declaration, { kind: 'declaration_completion', now })
}

/** Starts the clock of a declaration anew, which its customer has completed. @returns its last day. */
export async function resumeAnswerDuty(
  db: Database,
  { supply_declaration_id: id }: DeclarationOfDuty,
  now: Date,
): Promise<MarketDay | null> {
  const subject = subjectOfDeclaration(id)
  await endDuty(db, { kind: 'declaration_completion', subject }, { state: 'done', now })
  return resumeDuty(db, { kind: 'declaration_answer', subject }, now)
}

/** Notes that a declaration was answered, or that it no longer has to be. */
export async function endAnswerDuty(
  db: Database,
  { supply_declaration_id: id }: DeclarationOfDuty,
  { state, now }: { state: 'done' | 'cancelled'; now: Date },
): Promise<void> {
  const subject = subjectOfDeclaration(id)
  await endDuty(db, { kind: 'declaration_completion', subject }, { state: 'cancelled', now })
  await endDuty(db, { kind: 'declaration_answer', subject }, { state, now })
}

async function openDutyOf(
  db: Database,
  { customer_id: customerId, contract_id: contractId, supply_declaration_id: id }: DeclarationOfDuty,
  { kind, now }: { kind: 'declaration_answer' | 'declaration_completion'; now: Date },
): Promise<MarketDay | null> {
  const { energy, maxPowerWatts, place } = await findContractOf(db, { customerId, contractId })
  const term = await openDuty(db, {
    ...{ kind, subject: subjectOfDeclaration(id), customerId, contractId, place, at: now },
    facts: { ...plainFacts, energy, powerWatts: maxPowerWatts },
  })
  return term?.deadline.on ?? null
}
