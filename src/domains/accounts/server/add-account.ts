import type { Database } from '#db/database.ts'
import { insertAccount } from '#domains/session/server/accounts/account-changes.ts'

type NewAccount = { logins: readonly string[]; email: string; name: string; locale: string }

/**
 * Creates an account without credentials, under the first login that is not taken: an account that already has a login
 * may belong to another person. @returns its id.
 */
export async function createAccount(db: Database, { logins, email, name, locale }: NewAccount): Promise<number> {
  for (const login of logins.filter((each) => each !== '')) {
    const userId = await insertAccount(db, { login, email, name, locale })
    if (userId !== undefined) return userId
  }
  throw new Error('Every login name that a new account could have is taken.')
}
