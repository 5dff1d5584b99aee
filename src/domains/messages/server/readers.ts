import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type Locale, parseLocale } from '#kit/locale.ts'
import { isWanted } from '../rules.ts'
import type { QueuedMessage } from './outbox.ts'

/** Somebody who is to have a message. */
export type Reader = {
  address: string
  locale: Locale
  /** Of whoever can sign in, and so choose what they are told. */
  userId: number | null
}

type Wanted = Pick<QueuedMessage, 'kind' | 'userId' | 'customerId' | 'toAddress' | 'locale'>

/**
 * Who is to have a message, each address once: the user it is for, or else everybody who looks after the holder; a given
 * address takes the place of theirs. Whoever does without its topic is left out.
 */
export async function readersOf(db: Database, wanted: Wanted, fallback: Locale): Promise<Reader[]> {
  const { kind, toAddress, locale } = wanted
  const users = await usersOf(db, wanted)
  const [one] = users
  if (toAddress) {
    const owner = users.find(({ email }) => email.toLowerCase() === toAddress.toLowerCase())
    const user = owner ?? (wanted.userId === null ? undefined : one)
    if (user && !isWanted(kind, user.unwanted)) return []
    const language = locale ?? parseLocale((user ?? one)?.locale) ?? fallback
    return [{ address: toAddress, locale: language, userId: user?.user_id ?? null }]
  }
  const readers = users
    // An account that was reached by text message has no address until its owner gives one.
    .filter(({ email, unwanted }) => email !== '' && isWanted(kind, unwanted))
    .map(({ email, user_id: userId, ...user }) => ({
      address: email,
      locale: locale ?? parseLocale(user.locale) ?? fallback,
      userId,
    }))
  const addresses = readers.map(({ address }) => address.toLowerCase())
  return readers.filter(({ address }, place) => addresses.indexOf(address.toLowerCase()) === place)
}

function usersOf(db: Database, { userId, customerId }: Wanted) {
  const unwanted = sql<string[]>`
    array(select topic from unwanted_message where unwanted_message.user_id = user_account.user_id)`
  const users = db
    .selectFrom('user_account')
    .select(['user_id', 'email', 'locale', unwanted.as('unwanted')])
    .orderBy('user_id')
  if (userId !== null) return users.where('user_id', '=', userId).execute()
  if (customerId === null) return Promise.resolve([])
  return users
    .where('user_id', 'in', (rows) =>
      rows.selectFrom('user_customer').select('user_id').where('customer_id', '=', customerId),
    )
    .execute()
}
