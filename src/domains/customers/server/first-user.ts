import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'

/** The first user of a customer who has an e-mail address, with their language. */
export type FirstUser = { locale: Locale | null }

/** Returns the first user of a customer who has an e-mail address, or undefined if there is none. */
export async function findFirstUser(db: Database, customerId: number): Promise<FirstUser | undefined> {
  return (await findFirstUsers(db, [customerId])).get(customerId)
}

/** Returns the first user of each customer who has an e-mail address. */
export async function findFirstUsers(db: Database, customerIds: readonly number[]): Promise<Map<number, FirstUser>> {
  if (customerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_account')
    .innerJoin('user_customer', 'user_customer.user_id', 'user_account.user_id')
    .where(isOneOf('user_customer.customer_id', customerIds))
    .where('email', '<>', '')
    .distinctOn('user_customer.customer_id')
    .orderBy('user_customer.customer_id')
    .orderBy('user_account.user_id')
    .select(['user_customer.customer_id', 'locale'])
    .execute()
  return new Map(rows.map(({ customer_id, locale }) => [customer_id, { locale: parseLocale(locale) ?? null }]))
}
