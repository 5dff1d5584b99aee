import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { parseLocale } from '#kit/locale.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { formatDay } from '#vocabulary/format.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { answerBy, type ErasureState, mayMove } from '../rules.ts'
import { type ErasurePlan, planErasure } from './erasure-plan.ts'
import { addErasure, findErasure, type KeptErasure, lockErasure, setErasure } from './erasure-store.ts'

type Asking = { userId: number; comment: string | null; locale: string; requestId: string; now: Date }

/** Writes a request of erasure down and confirms it by mail. Undefined when one is open. */
export function askForErasure(db: Kysely<DB>, asking: Asking): Promise<KeptErasure | undefined> {
  const { userId, comment, locale, requestId, now } = asking
  return db.transaction().execute(async (transaction) => {
    const lastDay = answerBy(marketDayOf(now, 'Europe/Madrid'))
    const added = await addErasure(transaction, { userId, comment, now, answerBy: lastDay })
    if (!added) return undefined
    const values = { number: added.erasure_request_id, day: formatDay(lastDay, parseLocale(locale) ?? 'es') }
    await queueMessage(transaction, { kind: 'profile.erasureRequested', values, userId, link: '/profile' }, now)
    const subject = `erasure_request:${added.erasure_request_id}`
    await writeAudit(transaction, { action: 'erasure_requested', actorUserId: userId, subject, requestId })
    await queueEvent(transaction, { type: 'erasure.requested', data: toldOf(added) }, now)
    return added
  })
}

type Move = {
  erasureId: number
  /** Whose it must be, where its owner moves it. */
  userId?: number
  /** The operator who moves it. */
  movedByUserId?: number
  state: ErasureState
  answer?: string
  requestId?: string
  now: Date
}

/** Moves a request of erasure on and tells its owner. Null when it is not there, false when it cannot go there. */
export function moveErasure(db: Kysely<DB>, move: Move): Promise<KeptErasure | null | false> {
  const { erasureId, userId, movedByUserId, state, answer, requestId, now } = move
  return db.transaction().execute(async (transaction) => {
    const found = await lockErasure(transaction, { erasureId, userId })
    if (!found) return null
    if (!mayMove(found.state, state)) return false
    const moved = await setErasure(transaction, { erasureId, state, answer, now })
    const values = { number: erasureId, state, answer: moved.answer ?? 'none' }
    const told = { kind: 'profile.erasureMoved', values, userId: found.user_id, link: '/profile' } as const
    await queueMessage(transaction, told, now)
    await writeAudit(transaction, {
      action: 'erasure_moved',
      actorUserId: userId ?? movedByUserId,
      subject: `erasure_request:${erasureId}`,
      before: { state: found.state },
      after: { state },
      requestId,
    })
    // What the retailer answers it knows.
    if (state === 'withdrawn') await queueEvent(transaction, { type: 'erasure.withdrawn', data: toldOf(moved) }, now)
    return moved
  })
}

/** What the retailer's systems are told of a request. */
function toldOf({ erasure_request_id, user_id, answer_by }: KeptErasure) {
  return { erasure_id: erasure_request_id, user_id, answer_by }
}

/** What an erasure would do with what is held on whoever asks for it. Undefined when there is no such request. */
export async function erasurePlanOf(db: Kysely<DB>, erasureId: number): Promise<ErasurePlan | undefined> {
  const request = await findErasure(db, erasureId)
  return request && planErasure(db, request.user_id)
}
