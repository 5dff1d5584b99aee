import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type Locale, parseLocale } from '#vocabulary/locale.ts'

/** The first user of a customer who has an e-mail address, as a column of another query; null if there is none. */
export function firstUserOf(customerId: number): RawBuilder<{ locale: string | null } | null> {
  return sql`(
    select json_build_object('locale', locale) from user_account join user_customer using (user_id)
    where user_customer.customer_id = ${customerId} and email <> '' order by user_id limit 1)`
}

/** Returns the language of the first user of a customer who has an e-mail address, or undefined if there is none. */
export async function findFirstUser(db: Database, customerId: number): Promise<{ locale: Locale | null } | undefined> {
  const { user } = await db.selectNoFrom(firstUserOf(customerId).as('user')).executeTakeFirstOrThrow()
  return user ? { locale: parseLocale(user.locale) ?? null } : undefined
}
