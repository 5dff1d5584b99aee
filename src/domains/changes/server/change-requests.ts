import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'

export type ChangeState = 'requested' | 'waiting_for_signature' | 'sent' | 'done' | 'refused'

/** A change of a contract that somebody asks for; one of each kind may be open at a time. */
export type ChangeToRequest = {
  customerId: number
  contractId: number
  /** Which change: `power`, `iban`, `no_cession_sips`, … */
  kind: string
  /** What is asked for, by the shape of its kind, with its wire names. */
  details: Record<string, unknown>
  state: ChangeState
  userId: number
  requestId: string
  now: Date
}

/** Writes a request down, with its line in the audit log. @returns its id, or null when one of the kind is still open. */
export async function requestChange(db: Database, change: ChangeToRequest): Promise<number | null> {
  const { customerId, contractId, kind, details, state, userId, requestId, now } = change
  const written = await db
    .insertInto('change_request')
    .values({
      customer_id: customerId,
      contract_id: contractId,
      kind,
      state,
      details: JSON.stringify(details),
      requested_by_user_id: userId,
      requested_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('change_request_id')
    .executeTakeFirst()
  if (!written) return null
  await writeAudit(db, {
    action: 'change_requested',
    actorUserId: userId,
    customerId,
    subject: `contract:${contractId}`,
    after: { kind, state },
    requestId,
  })
  return written.change_request_id
}

/** Moves a request on, with its line in the audit log. */
export async function moveChange(
  db: Database,
  {
    customerId,
    changeRequestId,
    state,
    now,
  }: { customerId: number; changeRequestId: number; state: ChangeState; now: Date },
) {
  const moved = await db
    .updateTable('change_request')
    .set({ state, updated_at: now })
    .where('customer_id', '=', customerId)
    .where('change_request_id', '=', changeRequestId)
    .returning(['contract_id', 'kind'])
    .executeTakeFirstOrThrow()
  await writeAudit(db, {
    action: 'change_moved',
    customerId,
    subject: `contract:${moved.contract_id}`,
    after: { kind: moved.kind, state },
  })
}
