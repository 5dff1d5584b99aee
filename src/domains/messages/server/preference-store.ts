import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { contentVersionOf, requireExpectedVersion } from '#kit/server/content-version.ts'
import type { Preferences } from '../api.ts'
import { isRequiredTopic, type OptionalTopic, receivesTopic, topics } from '../rules.ts'

/** Returns the notification preferences of a user, who must exist. */
export async function findPreferences(db: Database, userId: number): Promise<Preferences & { version: string }> {
  const { email } = await db
    .selectFrom('user_account')
    .where('user_id', '=', userId)
    .select('email')
    .executeTakeFirstOrThrow()
  const unwanted = await findUnwantedTopics(db, userId)
  return {
    email,
    topics: topics.map((topic) => ({
      topic,
      required: isRequiredTopic(topic),
      wanted: receivesTopic(topic, unwanted),
    })),
    version: contentVersionOf(unwanted),
  }
}

type PreferencesInput = {
  userId: number
  unwanted: readonly OptionalTopic[]
  /** The version of the previous choice, as the user saw it. */
  seen: string | undefined
  requestId: string
}

/**
 * Replaces the topics that a user has opted out of.
 * @throws Refused `changed_meanwhile` when they differ from those that the user saw.
 */
export async function savePreferences(db: Kysely<DB>, { userId, unwanted, seen, requestId }: PreferencesInput) {
  await db.transaction().execute(async (transaction) => {
    const account = transaction.selectFrom('user_account').where('user_id', '=', userId).select('user_id')
    await account.forNoKeyUpdate().executeTakeFirstOrThrow()
    const before = await findUnwantedTopics(transaction, userId)
    const after = [...new Set(unwanted)].sort()
    // Choosing what is already stored overwrites nobody's choice.
    if (contentVersionOf(before) !== contentVersionOf(after))
      requireExpectedVersion(seen, await findPreferences(transaction, userId))
    await transaction.deleteFrom('unwanted_message').where('user_id', '=', userId).execute()
    if (after.length)
      await transaction
        .insertInto('unwanted_message')
        .values(after.map((topic) => ({ user_id: userId, topic })))
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

async function findUnwantedTopics(db: Database, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unwanted_message')
    .where('user_id', '=', userId)
    .orderBy('topic')
    .select('topic')
    .execute()
  return rows.map(({ topic }) => topic)
}
