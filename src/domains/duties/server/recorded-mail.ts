import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { DutyKind } from '../kinds.ts'
import { writeRecordedDuty } from '../recorded-duty.ts'
import type { DutyTerm } from '../rules.ts'
import { type ContractDuty, contractKinds } from '../shown-duty.ts'

type RecordedDuty = {
  kind: DutyKind
  party: {
    customerId: number
    contractId: number | null
    /** Null for a customer without a contract. */
    contractName: string | null
    energy: 'electricity' | 'gas'
  }
  term: DutyTerm
  /** The event. */
  at: Date
}

/**
 * Tells a customer by mail what follows from an event that an operator recorded, by when, and what they can do if it does
 * not. Of kinds that are not shown to customers, it tells nobody.
 */
export async function notifyOfRecordedDuty(db: Database, { kind, party, term, at }: RecordedDuty, now: Date) {
  if (!isShown(kind)) return
  const { norm, deadline } = term
  const { customerId, contractId, contractName, energy } = party
  const duty: ContractDuty = {
    ...{ kind, status: 'running', since: marketDayOf(at, 'Europe/Madrid'), due_on: deadline.on },
    ...{ due_at: norm.term.unit === 'hours' ? deadline.at.toISOString() : null, recourse: norm.recourse },
    is_compensated: norm.compensation !== null,
  }
  await queueMessage(
    db,
    {
      ...{ kind: 'duties.recorded', values: writeRecordedDuty(duty, contractName), customerId },
      ...(contractId !== null &&
        contractName !== null && { contractId, link: contractAddress({ energy, name: contractName }) }),
    },
    now,
  )
}

function isShown(kind: DutyKind): kind is ContractDuty['kind'] {
  return (contractKinds as readonly DutyKind[]).includes(kind)
}
