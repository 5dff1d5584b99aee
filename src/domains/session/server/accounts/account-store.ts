import type { Database } from '#db/database.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'

/** The role of an account. Each role has its own sign-in. */
export type Role = 'customer' | 'operator'

/** An account that can sign in. */
export type Account = {
  userId: number
  login: string
  email: string
  name: string
  passwordHash: string
  mustChangePassword: boolean
  locale: string
  /** Created for a user of an identity provider who is not linked with an account here yet. */
  awaitsLink: boolean
}

const maxMatches = 4

/**
 * Returns the accounts that an identifier may mean: the one with that login in any case, a tax id with dots and spaces,
 * or those with an e-mail address or of the holder with a tax id. The password decides between several. Accounts of
 * another role are not included.
 */
export async function findAccounts(db: Database, identifier: string, role: Role = 'customer'): Promise<Account[]> {
  const normalizedLogin = identifier.trim().toLowerCase()
  const taxId = parseTaxId(identifier)?.taxId.toLowerCase() ?? normalizedLogin
  const matches = await selectAccounts(db)
    .where((row) =>
      row.or([
        row('login', 'in', [normalizedLogin, taxId]),
        row(row.fn<string>('lower', ['email']), '=', normalizedLogin),
      ]),
    )
    .where('awaits_link', '=', false)
    .where('role', '=', role)
    .orderBy('user_id')
    .limit(maxMatches)
    .execute()
  const exactMatch =
    matches.find(({ login }) => login === normalizedLogin) ?? matches.find(({ login }) => login === taxId)
  if (exactMatch || matches.length > 0) return exactMatch ? [exactMatch] : matches
  return role === 'customer' ? accountsOfHolder(db, taxId.toUpperCase()) : []
}

/** Returns the account that an identifier means, if it is unambiguous. */
export async function findUniqueAccount(db: Database, identifier: string): Promise<Account | undefined> {
  const matches = await findAccounts(db, identifier)
  return matches.length === 1 ? matches[0] : undefined
}

/** Returns the accounts of a holder by tax id: customers who contracted here sign in by e-mail or NIF. */
function accountsOfHolder(db: Database, taxId: string): Promise<Account[]> {
  return selectAccounts(db)
    .where('user_id', 'in', (rows) =>
      rows
        .selectFrom('user_customer')
        .innerJoin('customer', 'customer.customer_id', 'user_customer.customer_id')
        .where('tax_id', '=', taxId)
        .select('user_customer.user_id'),
    )
    .where('awaits_link', '=', false)
    .where('role', '=', 'customer')
    .orderBy('user_id')
    .limit(maxMatches)
    .execute()
}

/** Returns the account of an existing user. */
export async function accountOf(db: Database, userId: number): Promise<Account> {
  return selectAccounts(db).where('user_id', '=', userId).executeTakeFirstOrThrow()
}

/** Returns the customer account with a login, for commands. */
export async function findAccountByLogin(db: Database, login: string): Promise<Account | undefined> {
  return selectAccounts(db)
    .where('login', '=', login.trim().toLowerCase())
    .where('role', '=', 'customer')
    .executeTakeFirst()
}

/**
 * Returns every text that identifies a user: name, login, e-mail address before the @, and the names and tax ids of the
 * holders.
 */
export async function identifyingTextsOf(db: Database, { userId, name, login, email }: Account): Promise<string[]> {
  const holders = await db
    .selectFrom('user_customer')
    .innerJoin('customer', 'customer.customer_id', 'user_customer.customer_id')
    .where('user_id', '=', userId)
    .select(['customer.name', (row) => row.fn.coalesce('claimed_tax_id', 'tax_id').as('tax_id')])
    .execute()
  const texts = [name, login, email.split('@')[0]!]
  return [...texts, ...holders.flatMap((holder) => [holder.name, holder.tax_id])]
}

/** Saves a new password chosen by its owner. */
export async function savePassword(db: Database, { userId, passwordHash }: { userId: number; passwordHash: string }) {
  await db
    .updateTable('user_account')
    .set((row) => ({ password_hash: passwordHash, must_change_password: false, version: row('version', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
}

function selectAccounts(db: Database) {
  return db
    .selectFrom('user_account')
    .select([
      'user_id as userId',
      'login',
      'email',
      'name',
      'password_hash as passwordHash',
      'must_change_password as mustChangePassword',
      'locale',
      'awaits_link as awaitsLink',
    ])
}
