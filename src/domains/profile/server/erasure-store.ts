import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { ErasureRequest } from '#db/tables.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { ErasureState } from '../rules.ts'

export type KeptErasure = Omit<Selectable<ErasureRequest>, 'state'> & { state: ErasureState }

/** Somebody's requests, newest first. */
export function erasuresOf(db: Database, userId: number): Promise<KeptErasure[]> {
  return db
    .selectFrom('erasure_request')
    .selectAll()
    .$narrowType<{ state: ErasureState }>()
    .where('user_id', '=', userId)
    .orderBy('erasure_request_id', 'desc')
    .execute()
}

/** A request, held until the transaction ends. */
export function lockErasure(
  db: Database,
  { erasureId, userId }: { erasureId: number; userId?: number },
): Promise<KeptErasure | undefined> {
  const wanted = db.selectFrom('erasure_request').selectAll().where('erasure_request_id', '=', erasureId)
  const own = userId === undefined ? wanted : wanted.where('user_id', '=', userId)
  return own.$narrowType<{ state: ErasureState }>().forUpdate().executeTakeFirst()
}

/** Writes a request down. Undefined when one is open. */
export function addErasure(
  db: Database,
  { userId, comment, now, answerBy }: { userId: number; comment: string | null; now: Date; answerBy: MarketDay },
): Promise<KeptErasure | undefined> {
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

/** A request by its number. */
export function findErasure(db: Database, erasureId: number): Promise<KeptErasure | undefined> {
  return db
    .selectFrom('erasure_request')
    .selectAll()
    .$narrowType<{ state: ErasureState }>()
    .where('erasure_request_id', '=', erasureId)
    .executeTakeFirst()
}

/** Moves a request on, perhaps with what is told to whoever asked. */
export function setErasure(
  db: Database,
  { erasureId, state, answer, now }: { erasureId: number; state: ErasureState; answer?: string; now: Date },
): Promise<KeptErasure> {
  return db
    .updateTable('erasure_request')
    .set({ state, updated_at: now, ...(answer === undefined ? {} : { answer }) })
    .where('erasure_request_id', '=', erasureId)
    .returningAll()
    .$narrowType<{ state: ErasureState }>()
    .executeTakeFirstOrThrow()
}

/** How many contracts of these holders have not ended. */
export async function countOpenContracts(db: Database, customerIds: number[]): Promise<number> {
  const { count } = await db
    .selectFrom('contract')
    .where('customer_id', '=', sql<number>`any(${customerIds})`)
    .where('state', 'in', ['activa', 'esborrany'])
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
