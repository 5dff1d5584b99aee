import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { findTerm, openDuty, plainFacts } from '#domains/duties/server/duty-store.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { formatDay } from '#vocabulary/format.ts'
import { parseLocale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { canMoveErasure, type ErasureState } from '../rules.ts'
import { endErasureDuty, erasureDutySubject } from './data-duties.ts'
import { type ErasurePlan, planErasure } from './erasure-plan.ts'
import { findErasure, insertErasure, lockErasure, type StoredErasure, updateErasure } from './erasure-store.ts'

type ErasureRequestInput = { userId: number; comment: string | null; locale: string; requestId: string; now: Date }

/** Creates an erasure request and confirms it by mail. Undefined if one is open already. */
export function createErasureRequest(db: Kysely<DB>, input: ErasureRequestInput): Promise<StoredErasure | undefined> {
  const { userId, comment, locale, requestId, now } = input
  return db.transaction().execute(async (transaction) => {
    const event = { kind: 'erasure_answer', facts: plainFacts, place: null, at: now } as const
    const term = await findTerm(transaction, event)
    // Without a norm there is no time to lose.
    const lastDay = term?.deadline.on ?? marketDayOf(now, 'Europe/Madrid')
    const added = await insertErasure(transaction, { userId, comment, now, answerBy: lastDay })
    if (!added) return undefined
    await openDuty(transaction, { ...event, subject: erasureDutySubject(added.erasure_request_id) })
    const values = { number: added.erasure_request_id, day: formatDay(lastDay, parseLocale(locale) ?? 'es') }
    await queueMessage(transaction, { kind: 'profile.erasureRequested', values, userId, link: '/profile' }, now)
    const subject = `erasure_request:${added.erasure_request_id}`
    await writeAudit(transaction, { action: 'erasure_requested', actorUserId: userId, subject, requestId })
    await queueEvent(transaction, { type: 'erasure.requested', data: erasureEventData(added) }, now)
    return added
  })
}

type ErasureMove = {
  erasureId: number
  /** The required owner, if the owner makes the move. */
  userId?: number
  /** The operator who makes the move. */
  movedByUserId?: number
  state: ErasureState
  answer?: string
  requestId?: string
  now: Date
}

/**
 * Moves an erasure request to another state and notifies its owner. Null if it does not exist, false if the transition
 * is not allowed.
 */
export function moveErasure(db: Kysely<DB>, move: ErasureMove): Promise<StoredErasure | null | false> {
  const { erasureId, userId, movedByUserId, state, answer, requestId, now } = move
  return db.transaction().execute(async (transaction) => {
    const existing = await lockErasure(transaction, { erasureId, userId })
    if (!existing) return null
    if (!canMoveErasure(existing.state, state)) return false
    const moved = await updateErasure(transaction, { erasureId, state, answer, now })
    await endErasureDuty(transaction, moved, now)
    const values = { number: erasureId, state, answer: moved.answer ?? 'none' }
    const message = { kind: 'profile.erasureMoved', values, userId: existing.user_id, link: '/profile' } as const
    await queueMessage(transaction, message, now)
    await writeAudit(transaction, {
      action: 'erasure_moved',
      actorUserId: userId ?? movedByUserId,
      subject: `erasure_request:${erasureId}`,
      before: { state: existing.state },
      after: { state },
      requestId,
    })
    // The retailer already knows its own answers, so only withdrawals are published.
    if (state === 'withdrawn')
      await queueEvent(transaction, { type: 'erasure.withdrawn', data: erasureEventData(moved) }, now)
    return moved
  })
}

/** Returns the data of the event that the retailer's systems receive for a request. */
function erasureEventData({ erasure_request_id, user_id, answer_by }: StoredErasure) {
  return { erasure_id: erasure_request_id, user_id, answer_by }
}

/** Returns what an erasure would do with the data held on the requester. Undefined if there is no such request. */
export async function findErasurePlan(db: Kysely<DB>, erasureId: number): Promise<ErasurePlan | undefined> {
  const request = await findErasure(db, erasureId)
  return request && planErasure(db, request.user_id)
}
