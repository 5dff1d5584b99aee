import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Refused } from '../refusal.ts'
import { inOneTransaction } from './one-transaction.ts'
import { JsonText } from './reply.ts'

type Asked = {
  userId: number
  key: string
  call: string
  body: unknown
  /** Whether others are asked meanwhile, who have to find in the database what is asked of them. */
  inSteps: boolean
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

/** Lets a write that is asked twice with one key happen once and be answered the same both times. */
export type IdempotentReplies = { once<T>(asked: Asked, answer: () => Promise<T>): Promise<T | JsonText> }

// A request that has given no answer for this long has died with its server; the next one with its key goes on.
const longestRequestSeconds = 30
const longestKey = 255

/**
 * Replies kept in the database, per user and key, together with what was changed: a request that dies with its server has
 * changed nothing, and whoever asks again with its key is served at once. Only what is done in steps is given up after a
 * while, and has to know by itself how far it was. The same key with another request is refused (409
 * `idempotency_key_reused`), and so is one whose first request is still running (409 `request_in_progress`).
 * A refusal or a failure is not kept: asking again is how it is mended.
 */
export function idempotentReplies(
  db: Kysely<never>,
  { areAllInSteps = false }: { areAllInSteps?: boolean } = {},
): IdempotentReplies {
  const rows = db as unknown as Kysely<Tables>

  return {
    once(asked, answer) {
      if (asked.key.length > longestKey) throw new Refused('idempotency_key_reused', 409)
      return asked.inSteps || areAllInSteps
        ? answerOnce(asked, answer)
        : inOneTransaction(() => answerOnce(asked, answer))
    },
  }

  async function answerOnce<T>({ userId, key, call, body }: Asked, answer: () => Promise<T>): Promise<T | JsonText> {
    const requestHash = createHash('sha256')
      .update(`${call}\n${JSON.stringify(body)}`)
      .digest('hex')
    const row = { user_id: userId, idempotency_key: key }
    if (!(await begin(rows, row, requestHash))) {
      const kept = await resume(rows, row, requestHash)
      if (kept !== null) return new JsonText(kept)
    }
    try {
      const answered = await answer()
      // An answer of nothing is kept too.
      const reply = answered instanceof JsonText ? answered.text : JSON.stringify(answered ?? null)
      await matching(rows.updateTable('idempotent_reply').set({ reply }), row).execute()
      return answered
    } catch (failure) {
      await matching(rows.deleteFrom('idempotent_reply'), row).execute()
      throw failure
    }
  }
}

async function begin(
  rows: Kysely<Tables>,
  row: { user_id: number; idempotency_key: string },
  requestHash: string,
): Promise<boolean> {
  try {
    const begun = await rows
      .insertInto('idempotent_reply')
      .values({ ...row, request_hash: requestHash, reply: null, started_at: new Date() })
      .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
      .executeTakeFirst()
    return begun.numInsertedOrUpdatedRows! > 0
  } catch (error) {
    // Another request with the key is under way, and holds it until it ends.
    if ((error as { code?: string }).code === '55P03') throw new Refused('request_in_progress', 409)
    throw error
  }
}

async function resume(rows: Kysely<Tables>, row: { user_id: number; idempotency_key: string }, requestHash: string) {
  const earlier = await rows
    .selectFrom('idempotent_reply')
    .select(['request_hash', 'reply', 'started_at'])
    .where('user_id', '=', row.user_id)
    .where('idempotency_key', '=', row.idempotency_key)
    .executeTakeFirst()
  if (!earlier) throw new Refused('request_in_progress', 409)
  if (earlier.request_hash !== requestHash) throw new Refused('idempotency_key_reused', 409)
  if (earlier.reply !== null) return earlier.reply
  const dead = new Date(Date.now() - longestRequestSeconds * 1000)
  const taken = await rows
    .updateTable('idempotent_reply')
    .set({ started_at: new Date() })
    .where('user_id', '=', row.user_id)
    .where('idempotency_key', '=', row.idempotency_key)
    .where('reply', 'is', null)
    .where('started_at', '<', dead)
    .executeTakeFirst()
  if (!taken.numUpdatedRows) throw new Refused('request_in_progress', 409)
  return null
}

function matching<Q extends { where(column: never, operator: '=', value: never): Q }>(
  query: Q,
  row: { user_id: number; idempotency_key: string },
): Q {
  return query
    .where('user_id' as never, '=', row.user_id as never)
    .where('idempotency_key' as never, '=', row.idempotency_key as never)
}
