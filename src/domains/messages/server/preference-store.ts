import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { requireSeen, versionOf } from '#kit/server/content-version.ts'
import type { Preferences } from '../api.ts'
import { isRequired, type OptionalTopic, topics } from '../rules.ts'

/** What a user is told by mail. */
export async function preferencesOf(db: Database, userId: number): Promise<Preferences & { version: string }> {
  const { email } = await db
    .selectFrom('user_account')
    .where('user_id', '=', userId)
    .select('email')
    .executeTakeFirstOrThrow()
  const unwanted = await unwantedBy(db, userId)
  return {
    email,
    topics: topics.map((topic) => ({
      topic,
      required: isRequired(topic),
      wanted: isRequired(topic) || !unwanted.includes(topic),
    })),
    version: versionOf(unwanted),
  }
}

type Chosen = {
  userId: number
  unwanted: readonly OptionalTopic[]
  /** The version of what was chosen before, as whoever chooses saw it. */
  seen: string | undefined
  requestId: string
}

/** Keeps the topics that a user does without, in the place of those before. */
export async function keepPreferences(db: Kysely<DB>, { userId, unwanted, seen, requestId }: Chosen) {
  await db.transaction().execute(async (transaction) => {
    const account = transaction.selectFrom('user_account').where('user_id', '=', userId).select('user_id')
    await account.forNoKeyUpdate().executeTakeFirstOrThrow()
    const before = await unwantedBy(transaction, userId)
    const after = topics.filter((topic) => (unwanted as readonly string[]).includes(topic))
    if (versionOf(before) !== versionOf([...after].sort())) requireSeen(seen, await preferencesOf(transaction, userId))
    await transaction.deleteFrom('unwanted_message').where('user_id', '=', userId).execute()
    if (after.length)
      await transaction
        .insertInto('unwanted_message')
        .values(after.map((topic) => ({ user_id: userId, topic })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await writeAudit(transaction, {
      action: 'messages_chosen',
      actorUserId: userId,
      subject: `user:${userId}`,
      before: { unwanted: before },
      after: { unwanted: after },
      requestId,
    })
  })
}

async function unwantedBy(db: Database, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unwanted_message')
    .where('user_id', '=', userId)
    .orderBy('topic')
    .select('topic')
    .execute()
  return rows.map(({ topic }) => topic)
}
