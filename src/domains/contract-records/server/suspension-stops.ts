import type { Database } from '#db/database.ts'
import type { CaseStopReason, SuspensionStopReason } from '../rules.ts'
import type { ContractKey } from './contract-store.ts'

/** What stops a suspension: the subject, such as `case:12`, and why. */
export type SuspensionStop = { subject: string; reason: SuspensionStopReason }

/**
 * Stops the suspension of a contract's supply until the stop ends (Ley 10/2025, articles 4.4 and 13.8). Within the
 * transaction of the event; a stop that had ended begins again. @returns
 * whether it has just begun.
 */
export async function stopSuspension(
  db: Database,
  { customerId, contractId, subject, reason, at }: ContractKey & SuspensionStop & { at: Date },
): Promise<boolean> {
  const values = { customer_id: customerId, contract_id: contractId, subject, reason, started_at: at, ended_at: null }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('suspension_stop')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'subject', 'reason'])
        .doUpdateSet({ started_at: at, ended_at: null })
        .where('suspension_stop.ended_at', 'is not', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows !== 0n
}

/** Ends a stop. @returns whether there was one. */
export async function endSuspensionStop(
  db: Database,
  { customerId, subject, reason, at }: SuspensionStop & { customerId: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('suspension_stop')
    .set({ ended_at: at })
    .where('customer_id', '=', customerId)
    .where('subject', '=', subject)
    .where('reason', '=', reason)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns what stops the suspension of a contract's supply now, the oldest first. */
export async function findStopsOf(db: Database, { customerId, contractId }: ContractKey): Promise<SuspensionStop[]> {
  const rows = await db
    .selectFrom('suspension_stop')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('ended_at', 'is', null)
    .select(['subject', 'reason'])
    .orderBy('started_at')
    .orderBy('reason')
    .execute()
  return rows as SuspensionStop[]
}

/** Returns why a case stops the suspension of a supply now. A case of nobody who is a customer stops none. */
export async function findSuspensionStops(
  db: Database,
  { customerId, subject }: { customerId: number | null; subject: string },
): Promise<CaseStopReason[]> {
  if (customerId === null) return []
  const rows = await db
    .selectFrom('suspension_stop')
    .where('customer_id', '=', customerId)
    .where('subject', '=', subject)
    .where('ended_at', 'is', null)
    .select('reason')
    .orderBy('reason')
    .execute()
  return rows.map(({ reason }) => reason as CaseStopReason)
}
