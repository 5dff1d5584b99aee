import type { Database } from '#db/database.ts'
import type { SuspensionStopReason } from '../rules.ts'
import type { ContractKey } from './contract-store.ts'

/** What stops a suspension: the subject, such as `case:12`, and why. */
export type SuspensionStop = { subject: string; reason: SuspensionStopReason }

/**
 * Stops the suspension of a contract's supply until the stop ends (Ley 10/2025, articles 4.4 and 13.8). Within the
 * transaction of the event; a stop that had ended begins again.
 */
export async function stopSuspension(
  db: Database,
  { customerId, contractId, subject, reason, at }: ContractKey & SuspensionStop & { at: Date },
): Promise<void> {
  const values = { customer_id: customerId, contract_id: contractId, subject, reason, started_at: at, ended_at: null }
  await db
    .insertInto('suspension_stop')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'reason'])
        .doUpdateSet({ started_at: at, ended_at: null })
        .where('suspension_stop.ended_at', 'is not', null),
    )
    .execute()
}

/** Ends a stop. Does nothing if it has ended or never began. */
export async function endSuspensionStop(
  db: Database,
  { subject, reason, at }: SuspensionStop & { at: Date },
): Promise<void> {
  await db
    .updateTable('suspension_stop')
    .set({ ended_at: at })
    .where('subject', '=', subject)
    .where('reason', '=', reason)
    .where('ended_at', 'is', null)
    .execute()
}

/** Checks whether something stops the suspension of a contract's supply. */
export async function isSuspensionStopped(db: Database, contractId: number): Promise<boolean> {
  const open = await db
    .selectFrom('suspension_stop')
    .where('contract_id', '=', contractId)
    .where('ended_at', 'is', null)
    .select('subject')
    .executeTakeFirst()
  return open !== undefined
}

/** Returns why a subject stops the suspension of a supply now. */
export async function findSuspensionStops(db: Database, subject: string): Promise<SuspensionStopReason[]> {
  const rows = await db
    .selectFrom('suspension_stop')
    .where('subject', '=', subject)
    .where('ended_at', 'is', null)
    .select('reason')
    .orderBy('reason')
    .execute()
  return rows.map(({ reason }) => reason as SuspensionStopReason)
}
