import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { ErasureRequest } from '#db/tables.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { ErasureState } from '../rules.ts'

export type StoredErasure = Omit<Selectable<ErasureRequest>, 'state'> & { state: ErasureState }

/** Returns a user's requests, newest first. */
export function findErasures(db: Database, userId: number): Promise<StoredErasure[]> {
  return db
    .selectFrom('erasure_request')
    .selectAll()
    .$narrowType<{ state: ErasureState }>()
    .where('user_id', '=', userId)
    .orderBy('erasure_request_id', 'desc')
    .execute()
}

/** Returns a request and locks it until the transaction ends. */
export function lockErasure(
  db: Database,
  { erasureId, userId }: { erasureId: number; userId?: number },
): Promise<StoredErasure | undefined> {
  const query = db.selectFrom('erasure_request').selectAll().where('erasure_request_id', '=', erasureId)
  const own = userId === undefined ? query : query.where('user_id', '=', userId)
  return own.$narrowType<{ state: ErasureState }>().forUpdate().executeTakeFirst()
}

/** Inserts a request. Undefined if one is open already. */
export function insertErasure(
  db: Database,
  { userId, comment, now, answerBy }: { userId: number; comment: string | null; now: Date; answerBy: MarketDay },
): Promise<StoredErasure | undefined> {
  return db
    .insertInto('erasure_request')
    .values({
      user_id: userId,
      state: 'requested',
      comment,
      requested_at: now,
      answer_by: answerBy,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .$narrowType<{ state: ErasureState }>()
    .executeTakeFirst()
}

export function findErasure(db: Database, erasureId: number): Promise<StoredErasure | undefined> {
  return db
    .selectFrom('erasure_request')
    .selectAll()
    .$narrowType<{ state: ErasureState }>()
    .where('erasure_request_id', '=', erasureId)
    .executeTakeFirst()
}

/** Moves a request to another state, optionally with a message to the requester. */
export function updateErasure(
  db: Database,
  { erasureId, state, answer, now }: { erasureId: number; state: ErasureState; answer?: string; now: Date },
): Promise<StoredErasure> {
  return db
    .updateTable('erasure_request')
    .set({ state, updated_at: now, ...(answer === undefined ? {} : { answer }) })
    .where('erasure_request_id', '=', erasureId)
    .returningAll()
    .$narrowType<{ state: ErasureState }>()
    .executeTakeFirstOrThrow()
}

/** Counts the contracts of these holders that have not ended. */
export async function countOpenContracts(db: Database, customerIds: number[]): Promise<number> {
  const { count } = await db
    .selectFrom('contract')
    .where(isOneOf('customer_id', customerIds))
    .where('state', 'in', ['activa', 'esborrany'])
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
