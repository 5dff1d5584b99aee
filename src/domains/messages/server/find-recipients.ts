import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'
import { shouldSendMessage } from '../rules.ts'
import type { QueuedMessage } from './outbox.ts'

/** A reader of a message, with their own address and language. */
export type MessageRecipient = {
  address: string
  locale: Locale
  /** Set for recipients who can sign in, and so choose their notifications. */
  userId: number | null
  /** Whether what they are sent is explained in easy reading beside it. */
  needsEasyReading?: boolean
}

type RecipientQuery = Pick<QueuedMessage, 'kind' | 'userId' | 'customerId' | 'toAddress' | 'locale'>

/**
 * Returns the recipients of a message: the user that it is for, or else all users who manage the holder. An address
 * given in the message replaces theirs. Users who have opted out of its topic are left out. Where users share an
 * address, the oldest account receives the message, in its language.
 */
export async function findRecipients(
  db: Database,
  message: RecipientQuery,
  fallback: Locale,
): Promise<MessageRecipient[]> {
  const { kind, toAddress, locale } = message
  const users = await findUsers(db, message)
  const [firstUser] = users
  if (toAddress) {
    const owner = users.find(({ email }) => email.toLowerCase() === toAddress.toLowerCase())
    const user = owner ?? (message.userId === null ? undefined : firstUser)
    if (user && !shouldSendMessage(kind, user.unwanted)) return []
    const language = locale ?? parseLocale((user ?? firstUser)?.locale) ?? fallback
    return [
      {
        ...{ address: toAddress, locale: language, userId: user?.user_id ?? null },
        needsEasyReading: user?.needs_easy_reading ?? false,
      },
    ]
  }
  const recipients = users
    // An account created by text message has no e-mail address until its owner adds one.
    .filter(({ email, unwanted }) => email !== '' && shouldSendMessage(kind, unwanted))
    .map(({ email, user_id: userId, needs_easy_reading: needsEasyReading, ...user }) => ({
      address: email,
      locale: locale ?? parseLocale(user.locale) ?? fallback,
      userId,
      needsEasyReading,
    }))
  const addresses = recipients.map(({ address }) => address.toLowerCase())
  return recipients.filter(({ address }, index) => addresses.indexOf(address.toLowerCase()) === index)
}

function findUsers(db: Database, { userId, customerId }: RecipientQuery) {
  const unwanted = sql<string[]>`
    array(select topic from unwanted_message where unwanted_message.user_id = user_account.user_id)`
  const users = db
    .selectFrom('user_account')
    .select(['user_id', 'email', 'locale', unwanted.as('unwanted')])
    .select(sql<boolean>`'easy_reading' = any(document_formats)`.as('needs_easy_reading'))
    .orderBy('user_id')
  if (userId !== null) return users.where('user_id', '=', userId).execute()
  if (customerId === null) return Promise.resolve([])
  return users
    .where('user_id', 'in', (rows) =>
      rows.selectFrom('user_customer').select('user_id').where('customer_id', '=', customerId),
    )
    .execute()
}
