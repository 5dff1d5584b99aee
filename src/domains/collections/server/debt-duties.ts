import type { Database } from '#db/database.ts'
import type { DutyKind } from '#domains/duties/kinds.ts'
import type { DutyFacts, DutyTerm } from '#domains/duties/rules.ts'
import { endDuty, findTerm, openDuty } from '#domains/duties/server/duty-store.ts'
import type { Term } from '#domains/duties/terms.ts'
import { topicsOf } from '../rules.ts'
import type { ContractOfDebt, Debt } from './debt-store.ts'

type DutyOfDebt = {
  kind: DutyKind
  debt: Pick<Debt, 'customer_id' | 'debt_id' | 'has_social_bonus'>
  contract: ContractOfDebt
  hasSocialBonus?: boolean
  at: Date
}

/** Opens a duty of a debt by the norms of its contract. @returns its term, or null if no norm sets one. */
export function openDebtDuty(db: Database, duty: DutyOfDebt): Promise<DutyTerm | null> {
  const { kind, debt, contract, at } = duty
  return openDuty(db, {
    ...{ kind, subject: `debt:${debt.debt_id}`, place: contract.place, at },
    ...{ customerId: debt.customer_id, contractId: contract.contractId, facts: factsOf(duty) },
  })
}

/** Returns the term that a duty of a debt would have, or null if no norm sets one. */
export function findDebtTerm(db: Database, duty: DutyOfDebt): Promise<DutyTerm | null> {
  const { kind, contract, at } = duty
  return findTerm(db, { kind, facts: factsOf(duty), place: contract.place, at })
}

/** Returns how long before a suspension its day is announced by the norms of a day, or null if none sets it. */
export async function findNoticeTerm(db: Database, about: Omit<DutyOfDebt, 'kind'>): Promise<Term | null> {
  return (await findDebtTerm(db, { ...about, kind: 'suspension_notice' }))?.norm.term ?? null
}

function factsOf({ debt, contract, hasSocialBonus }: DutyOfDebt): DutyFacts {
  return {
    topics: topicsOf(contract, hasSocialBonus ?? debt.has_social_bonus),
    energy: contract.energy,
    powerWatts: contract.maxPowerWatts,
  }
}

/** Ends a duty of a debt: it was done, or no longer has to be. */
export function endDebtDuty(
  db: Database,
  debt: Pick<Debt, 'debt_id'>,
  kind: DutyKind,
  end: Parameters<typeof endDuty>[2],
) {
  return endDuty(db, { kind, subject: `debt:${debt.debt_id}` }, end)
}

/** The duties on the way to a suspension, which a payment ends. */
export const suspensionDuties = [
  'repeated_demand',
  'community_list',
  'suspension',
  'suspension_notice',
  'access_contract_end',
] as const
