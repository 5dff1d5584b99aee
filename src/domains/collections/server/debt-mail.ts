import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { mayHavePvpc } from '../rules.ts'
import type { ContractOfDebt } from './debt-store.ts'

export type DebtMailKind =
  | 'notice'
  | 'suspended'
  | 'wronglySuspended'
  | 'accessEnded'
  | 'paid'
  | 'reconnecting'
  | 'stopped'
  | 'resumed'
  | 'planMissed'
  | 'planRefused'
type DebtMail = {
  customerId: number
  contract: ContractOfDebt
  kind: DebtMailKind
  now: Date
  values?: Record<string, string | number>
}

/** Tells the customer what happened to a debt. Every mail about what is owed tells of PVPC and the social bonus where they apply. */
export function queueDebtMail(db: Database, { customerId, contract, kind, now, values = {} }: DebtMail) {
  return queueMessage(
    db,
    {
      kind: `collections.${kind}`,
      values: { contract: contract.name, pvpc: mayHavePvpc(contract) ? 'yes' : 'no', ...values },
      customerId,
      contractId: contract.contractId,
      link: '/debt',
    },
    now,
  )
}
