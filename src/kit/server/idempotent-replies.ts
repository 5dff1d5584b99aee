import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Refused } from '../refusal.ts'
import { JsonText } from './reply.ts'
import { inRequestTransaction } from './request-transaction.ts'

type IdempotentRequest = {
  userId: number
  key: string
  call: string
  body: unknown
  /** Whether the request calls other systems meanwhile and its progress therefore has to be visible in the database. */
  isNonTransactional: boolean
}

type Tables = {
  idempotent_reply: {
    user_id: number
    idempotency_key: string
    request_hash: string
    reply: string | null
    started_at: Date
  }
}

/** Makes a write that is sent twice with one key happen once and returns the same reply both times. */
export type IdempotentReplies = { once<T>(request: IdempotentRequest, answer: () => Promise<T>): Promise<T | JsonText> }

// A request without a reply for this long has died with its server; the next one with its key takes over.
const maxRequestSeconds = 30
const maxKeyLength = 255

/**
 * Stores replies in the database, per user and key, in the same transaction as the change: a request that dies with its
 * server has changed nothing, and a retry with its key is served at once. Only a non-transactional request is
 * considered dead after a while, and its retry has to find out by itself how far it got. The same key with another
 * request is refused (409 `idempotency_key_reused`), and so is a retry while the first request is still running (409
 * `request_in_progress`). A refusal or a failure is not stored, so that the request can be retried.
 */
export function createIdempotentReplies(
  db: Kysely<never>,
  { areAllNonTransactional = false }: { areAllNonTransactional?: boolean } = {},
): IdempotentReplies {
  const rows = db as unknown as Kysely<Tables>

  return {
    once(request, answer) {
      if (request.key.length > maxKeyLength) throw new Refused('idempotency_key_reused', 409)
      return request.isNonTransactional || areAllNonTransactional
        ? answerOnce(request, answer)
        : inRequestTransaction(() => answerOnce(request, answer))
    },
  }

  async function answerOnce<T>(
    { userId, key, call, body }: IdempotentRequest,
    answer: () => Promise<T>,
  ): Promise<T | JsonText> {
    const requestHash = createHash('sha256')
      .update(`${call}\n${JSON.stringify(body)}`)
      .digest('hex')
    const row = { user_id: userId, idempotency_key: key }
    if (!(await claimRequest(rows, row, requestHash))) {
      const storedReply = await resumeRequest(rows, row, requestHash)
      if (storedReply !== null) return new JsonText(storedReply)
    }
    try {
      const answered = await answer()
      // An empty reply is stored too.
      const reply = answered instanceof JsonText ? answered.text : JSON.stringify(answered ?? null)
      await whereRequest(rows.updateTable('idempotent_reply').set({ reply }), row).execute()
      return answered
    } catch (failure) {
      // In a transaction that cannot go on this fails too, and the claim is rolled back.
      await whereRequest(rows.deleteFrom('idempotent_reply'), row)
        .execute()
        .catch(() => {})
      throw failure
    }
  }
}

async function claimRequest(
  rows: Kysely<Tables>,
  row: { user_id: number; idempotency_key: string },
  requestHash: string,
): Promise<boolean> {
  try {
    const inserted = await rows
      .insertInto('idempotent_reply')
      .values({ ...row, request_hash: requestHash, reply: null, started_at: new Date() })
      .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
      .executeTakeFirst()
    return inserted.numInsertedOrUpdatedRows! > 0
  } catch (error) {
    // Another request with the key is running and holds the row until it ends.
    if ((error as { code?: string }).code === '55P03') throw new Refused('request_in_progress', 409)
    throw error
  }
}

async function resumeRequest(
  rows: Kysely<Tables>,
  row: { user_id: number; idempotency_key: string },
  requestHash: string,
) {
  const earlier = await rows
    .selectFrom('idempotent_reply')
    .select(['request_hash', 'reply', 'started_at'])
    .where('user_id', '=', row.user_id)
    .where('idempotency_key', '=', row.idempotency_key)
    .executeTakeFirst()
  if (!earlier) throw new Refused('request_in_progress', 409)
  if (earlier.request_hash !== requestHash) throw new Refused('idempotency_key_reused', 409)
  if (earlier.reply !== null) return earlier.reply
  const staleBefore = new Date(Date.now() - maxRequestSeconds * 1000)
  const claimed = await rows
    .updateTable('idempotent_reply')
    .set({ started_at: new Date() })
    .where('user_id', '=', row.user_id)
    .where('idempotency_key', '=', row.idempotency_key)
    .where('reply', 'is', null)
    .where('started_at', '<', staleBefore)
    .executeTakeFirst()
  if (!claimed.numUpdatedRows) throw new Refused('request_in_progress', 409)
  return null
}

function whereRequest<Q extends { where(column: never, operator: '=', value: never): Q }>(
  query: Q,
  row: { user_id: number; idempotency_key: string },
): Q {
  return query
    .where('user_id' as never, '=', row.user_id as never)
    .where('idempotency_key' as never, '=', row.idempotency_key as never)
}
