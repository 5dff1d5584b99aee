import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { cancelSignedDraftContract } from '#domains/contract-records/server/contract-store.ts'
import { endDuty } from '#domains/duties/server/duty-store.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { contractAddress } from '#vocabulary/contract-address.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { cancelBonusReportDuty } from './bonus-report-duty.ts'
import { subjectOfSignedContract, switchKinds } from './contract-duties.ts'

export type Withdrawal = {
  customerId: number
  contractId: number
  name: string
  energy: string
  state: string
  userId: number
  locale: Locale
  requestId: string
  now: Date
}

/**
 * Records that a consumer withdraws (Real Decreto Legislativo 1/2007, art. 102 to 108): a contract that has not begun is
 * cancelled with its switch, and the retailer ends one that has. The mail is the receipt. Returns false where somebody has
 * done so meanwhile.
 */
export function recordWithdrawal(
  db: Kysely<DB>,
  { customerId, contractId, name, energy, state, userId, locale, requestId, now }: Withdrawal,
): Promise<boolean> {
  const subject = subjectOfSignedContract(contractId)
  return db.transaction().execute(async (transaction) => {
    const open = await transaction
      .selectFrom('duty')
      .where('kind', '=', 'withdrawal')
      .where('subject', '=', subject)
      .where('state', '=', 'open')
      .select('duty_id')
      .forUpdate()
      .executeTakeFirst()
    if (!open) return false
    await endDuty(transaction, { kind: 'withdrawal', subject }, { state: 'done', now })
    for (const kind of switchKinds) await endDuty(transaction, { kind, subject }, { state: 'cancelled', now })
    await cancelBonusReportDuty(transaction, { contractId, now })
    await cancelSignedDraftContract(transaction, { customerId, contractId })
    const data = { customer_id: customerId, contract_id: contractId }
    await queueEvent(transaction, { type: 'contract.withdrawn', data }, now)
    const supply = state === 'activa' ? 'active' : 'none'
    const values = { contract: name, at: formatInstant(now, locale), supply }
    const link = contractAddress({ energy: energy as Energy, name })
    await queueMessage(
      transaction,
      { kind: 'contracting.withdrawn', values, userId, customerId, contractId, link },
      now,
    )
    await writeAudit(transaction, {
      action: 'contract_withdrawn',
      actorUserId: userId,
      customerId,
      subject: `contract:${contractId}`,
      requestId,
    })
    return true
  })
}
