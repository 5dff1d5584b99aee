import type { Database } from '#db/database.ts'
import type { DutyKind } from '#domains/duties/kinds.ts'
import { endDuty, openDuty } from '#domains/duties/server/duty-store.ts'
import { topicsOf } from '../rules.ts'
import type { ContractOfDebt, Debt } from './debt-store.ts'

type DutyOfDebt = { kind: DutyKind; debt: Debt; contract: ContractOfDebt; hasSocialBonus?: boolean; at: Date }

/** Opens a duty of a debt by the norms of its contract. @returns its term, or null if no norm sets one. */
export function openDebtDuty(db: Database, { kind, debt, contract, hasSocialBonus, at }: DutyOfDebt) {
  return openDuty(db, {
    ...{ kind, subject: `debt:${debt.debt_id}`, place: contract.place, at },
    ...{ customerId: debt.customer_id, contractId: debt.contract_id },
    facts: {
      topics: topicsOf(contract, hasSocialBonus ?? debt.has_social_bonus),
      energy: contract.energy,
      powerWatts: contract.maxPowerWatts,
    },
  })
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
