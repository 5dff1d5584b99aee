import type { Database } from '#db/database.ts'
import { endDuty, openDuty } from '#domains/duties/server/duty-store.ts'
import { addDays, lastOfMonth } from '#vocabulary/day.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'
import { subjectOfSignedContract } from './contract-duties.ts'

type SignedContractKey = { customerId: number; contractId: number; now: Date }

/**
 * Opens the duty to report to the CNMC that a holder has renounced the social bonus with the contract that they have
 * signed (Real Decreto 88/2026, art. 13.j). Those of a month are reported together, so the term begins with its end.
 */
export async function openBonusReportDuty(db: Database, { customerId, contractId, now }: SignedContractKey) {
  const renunciation = await db
    .selectFrom('signature')
    .where('customer_id', '=', customerId)
    .where((is) => is.or([is('contract_id', '=', contractId), is('second_contract_id', '=', contractId)]))
    .where('annex_accepted_at', 'is not', null)
    .select('signature_id')
    .executeTakeFirst()
  if (!renunciation) return
  const monthEnd = addDays(lastOfMonth(marketDayOf(now, 'Europe/Madrid')), 1)
  await openDuty(db, {
    ...{ kind: 'social_bonus_report', subject: subjectOfSignedContract(contractId), customerId, contractId },
    facts: { topics: [], energy: 'electricity', powerWatts: null },
    place: null,
    // The last instant of the month, so that months are counted from its last day.
    at: new Date(startOf(monthEnd, 'Europe/Madrid').getTime() - 1),
  })
}

/** Cancels that duty: whoever withdraws has renounced nothing. One that was done stays so. */
export function cancelBonusReportDuty(db: Database, { contractId, now }: { contractId: number; now: Date }) {
  const key = { kind: 'social_bonus_report', subject: subjectOfSignedContract(contractId) } as const
  return endDuty(db, key, { state: 'cancelled', now })
}
