import type { Database } from '#db/database.ts'

type NewAccount = { logins: readonly string[]; email: string; name: string; locale: string }

/**
 * Creates an account without credentials, under the first login that is not taken: an account that already has a login
 * may belong to another person. @returns its id.
 */
export async function createAccount(db: Database, { logins, email, name, locale }: NewAccount): Promise<number> {
  for (const login of logins.filter((each) => each !== '')) {
    const account = await db
      .insertInto('user_account')
      .values({ login: login.toLowerCase(), email, name, password_hash: 'none', locale })
      .onConflict((conflict) => conflict.column('login').doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (account) return account.user_id
  }
  throw new Error('Every login name that a new account could have is taken.')
}
