import type { Database } from '#db/database.ts'

type NewAccount = { logins: readonly string[]; email: string; name: string; locale: string }

/**
 * Makes an account that nothing opens yet, under the first log-in that is not another's: who has a log-in already may be
 * somebody else. @returns its id.
 */
export async function addAccount(db: Database, { logins, email, name, locale }: NewAccount): Promise<number> {
  for (const login of logins.filter((each) => each !== '')) {
    const account = await db
      .insertInto('user_account')
      .values({ login: login.toLowerCase(), email, name, password_hash: 'none', locale })
      .onConflict((conflict) => conflict.column('login').doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (account) return account.user_id
  }
  throw new Error('Every log-in that a new account could have is taken.')
}
