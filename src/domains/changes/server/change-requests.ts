import type { Database } from '#db/database.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'

export type ChangeState = 'requested' | 'waiting_for_signature' | 'sent' | 'done' | 'refused'

/** Why a request failed. */
export type ChangeReason = 'withdrawn' | 'expired' | 'distributor'

/** A requested contract change. Only one of each kind may be open at a time. */
export type NewChangeRequest = {
  customerId: number
  contractId: number
  /** The kind of change: `power`, `iban`, `no_cession_sips`, … */
  kind: string
  /** The requested values in the shape of the kind, with API names. */
  details: Record<string, unknown>
  state: ChangeState
  userId: number
  requestId: string
  now: Date
}

/** Stores a request with its audit entry. @returns its id, or null when one of the kind is still open. */
export async function createChangeRequest(db: Database, change: NewChangeRequest): Promise<number | null> {
  const { customerId, contractId, kind, details, state, userId, requestId, now } = change
  const inserted = await db
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
  if (!inserted) return null
  await writeAudit(db, {
    action: 'change_requested',
    actorUserId: userId,
    customerId,
    subject: `contract:${contractId}`,
    after: { kind, state },
    requestId,
  })
  const request_id = inserted.change_request_id
  const data = { request_id, kind, state, customer_id: customerId, contract_id: contractId }
  await queueEvent(db, { type: 'request.made', data }, now)
  return request_id
}

/** Moves a request to another state, with its audit entry. */
export async function updateChangeState(
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
    /** Why it was refused, in the words of the person who refused it. The customer does not see it. */
    note?: string
    /** The user who changed the state, if it was not the system or the retailer. */
    userId?: number
    now: Date
  },
) {
  const updated = await db
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
    subject: `contract:${updated.contract_id}`,
    after: { kind: updated.kind, state, ...(reason && { reason }) },
  })
  const { kind, contract_id } = updated
  const data = { request_id: changeRequestId, kind, state, customer_id: customerId, contract_id }
  await queueEvent(db, { type: eventOfState(state, reason), data }, now)
}

/**
 * Returns the event that reports a state change to the retailer's systems. A change that fails is named by its reason.
 */
function eventOfState(state: ChangeState, reason?: ChangeReason) {
  switch (state) {
    case 'requested':
    case 'waiting_for_signature':
      throw new Error(`A change starts as ${state} and cannot enter that state later.`)
    case 'refused':
      return reason === 'withdrawn' || reason === 'expired' ? (`request.${reason}` as const) : 'request.refused'
    default:
      return `request.${state}` as const
  }
}

type ChangeKey = { customerId: number; changeRequestId: number }

/** Reads a request and locks its row until the transaction ends. Returns undefined when there is none. */
export function lockChange(db: Database, { customerId, changeRequestId }: ChangeKey) {
  return db
    .selectFrom('change_request')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'change_request.customer_id')
        .onRef('contract.contract_id', '=', 'change_request.contract_id'),
    )
    .leftJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where('change_request.customer_id', '=', customerId)
    .where('change_request_id', '=', changeRequestId)
    .selectAll('change_request')
    .select(['contract.name as contract_name', 'contract.energy', 'contract.tariff', 'contract.power_watts'])
    .select(['contract.supply_point_id', 'supply_point.province_code'])
    .forUpdate('change_request')
    .executeTakeFirst()
}
export type LockedChange = NonNullable<Awaited<ReturnType<typeof lockChange>>>

/** Returns the requested changes of a contract, newest first. */
export function findChanges(db: Database, { customerIds, contractId }: { customerIds: number[]; contractId: number }) {
  return db
    .selectFrom('change_request')
    .where(isOneOf('customer_id', customerIds))
    .where('contract_id', '=', contractId)
    .selectAll()
    .orderBy('requested_at', 'desc')
    .orderBy('change_request_id', 'desc')
    .execute()
}
