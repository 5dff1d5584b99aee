import type { Database } from '#db/database.ts'
import type { DoneBefore, RecordedDutyKey } from '#domains/duties/server/done-before.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { formatCaseNumber } from '../rules.ts'

/**
 * Returns the first case in which a customer sent the reading of a meter before it was recorded that nobody could read it,
 * and after that had happened; null if there is none. A reading that was refused does not count.
 */
export async function findSentReading(
  db: Database,
  { kind, customerId, contractId, at }: RecordedDutyKey,
): Promise<DoneBefore | null> {
  if (kind !== 'own_reading' || contractId === null) return null
  const sent = await db
    .selectFrom('support_case')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('reading', 'is not', null)
    .where('state', '<>', 'denied')
    .where('opened_at', '>=', at)
    .orderBy('opened_at')
    .orderBy('case_id')
    .select(['case_id', 'opened_at'])
    .executeTakeFirst()
  if (!sent) return null
  const name = formatCaseNumber(sent.case_id, marketDayOf(sent.opened_at, 'Europe/Madrid'))
  return { at: sent.opened_at, state: 'done', by: { kind: 'case', name } }
}
