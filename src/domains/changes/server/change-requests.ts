import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { writeAudit } from '#kit/server/audit.ts'

export type ChangeState = 'requested' | 'waiting_for_signature' | 'sent' | 'done' | 'refused'

/** Why a request came to nothing. */
export type ChangeReason = 'withdrawn' | 'expired' | 'distributor'

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
  const request_id = written.change_request_id
  const data = { request_id, kind, state, customer_id: customerId, contract_id: contractId }
  await queueEvent(db, { type: 'request.made', data }, now)
  return request_id
}

/** Moves a request on, with its line in the audit log. */
export async function moveChange(
  db: Database,
  {
    customerId,
    changeRequestId,
    state,
    reason,
    note,
    userId,
    now,
  }: {
    customerId: number
    changeRequestId: number
    state: ChangeState
    reason?: ChangeReason
    /** Why it was refused, in the words of whoever did it; the customer does not read them. */
    note?: string
    /** Who moved it, if not the machine or the retailer. */
    userId?: number
    now: Date
  },
) {
  const moved = await db
    .updateTable('change_request')
    .set({ state, reason: reason ?? null, ...(note !== undefined && { note }), updated_at: now })
    .where('customer_id', '=', customerId)
    .where('change_request_id', '=', changeRequestId)
    .returning(['contract_id', 'kind'])
    .executeTakeFirstOrThrow()
  await writeAudit(db, {
    action: 'change_moved',
    actorUserId: userId,
    customerId,
    subject: `contract:${moved.contract_id}`,
    after: { kind: moved.kind, state, ...(reason && { reason }) },
  })
  const { kind, contract_id } = moved
  const data = { request_id: changeRequestId, kind, state, customer_id: customerId, contract_id }
  await queueEvent(db, { type: eventOfMove(state, reason), data }, now)
}

/** What the retailer's systems are told of a move; a change that comes to nothing is named by why. */
function eventOfMove(state: ChangeState, reason?: ChangeReason) {
  switch (state) {
    case 'requested':
    case 'waiting_for_signature':
      throw new Error(`A change begins as ${state} and never becomes so.`)
    case 'refused':
      return reason === 'withdrawn' || reason === 'expired' ? (`request.${reason}` as const) : 'request.refused'
    default:
      return `request.${state}` as const
  }
}

type Key = { customerId: number; changeRequestId: number }

/** A request as it stands, held until the transaction ends so that nobody else moves it; undefined when there is none. */
export function holdChange(db: Database, { customerId, changeRequestId }: Key) {
  return db
    .selectFrom('change_request')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'change_request.customer_id')
        .onRef('contract.contract_id', '=', 'change_request.contract_id'),
    )
    .where('change_request.customer_id', '=', customerId)
    .where('change_request_id', '=', changeRequestId)
    .selectAll('change_request')
    .select(['contract.name as contract_name', 'contract.energy', 'contract.tariff', 'contract.power_watts'])
    .select('contract.supply_point_id')
    .forUpdate('change_request')
    .executeTakeFirst()
}
export type HeldChange = NonNullable<Awaited<ReturnType<typeof holdChange>>>

/** What was asked to be changed of a contract, the newest first. */
export function findChanges(db: Database, { customerIds, contractId }: { customerIds: number[]; contractId: number }) {
  return db
    .selectFrom('change_request')
    .where('customer_id', '=', sql<number>`any(${customerIds})`)
    .where('contract_id', '=', contractId)
    .selectAll()
    .orderBy('requested_at', 'desc')
    .orderBy('change_request_id', 'desc')
    .execute()
}
