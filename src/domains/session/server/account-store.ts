import type { Database } from '#db/database.ts'
import { parseTaxId } from '#vocabulary/tax-id.ts'

/** What somebody signs in as: each has a door of their own. */
export type Role = 'customer' | 'operator'

/** Somebody who can sign in. */
export type Account = {
  userId: number
  login: string
  email: string
  name: string
  passwordHash: string
  mustChangePassword: boolean
  locale: string
  /** Made for somebody from an identity provider whom no account here is linked with yet. */
  awaitsLink: boolean
}

const mostMeant = 4

/**
 * The accounts that somebody may mean by what they type: the one of a log-in, written in capitals or not, a tax id with dots
 * and spaces, or those of an e-mail address or of the holder with a tax id; of several the password tells. Accounts of
 * another role are not found.
 */
export async function findAccounts(db: Database, typed: string, role: Role = 'customer'): Promise<Account[]> {
  const name = typed.trim().toLowerCase()
  const taxId = parseTaxId(typed)?.taxId.toLowerCase() ?? name
  const found = await accounts(db)
    .where((row) => row.or([row('login', 'in', [name, taxId]), row(row.fn<string>('lower', ['email']), '=', name)]))
    .where('awaits_link', '=', false)
    .where('role', '=', role)
    .orderBy('user_id')
    .limit(mostMeant)
    .execute()
  const byLogin = found.find(({ login }) => login === name) ?? found.find(({ login }) => login === taxId)
  if (byLogin || found.length > 0) return byLogin ? [byLogin] : found
  return role === 'customer' ? accountsOfHolder(db, taxId.toUpperCase()) : []
}

/** The account that somebody means by what they type, where it can be no other. */
export async function findOnlyAccount(db: Database, typed: string): Promise<Account | undefined> {
  const meant = await findAccounts(db, typed)
  return meant.length === 1 ? meant[0] : undefined
}

/** The accounts of a holder whose tax id is typed: who has contracted here signs in by e-mail or NIF. */
function accountsOfHolder(db: Database, taxId: string): Promise<Account[]> {
  return accounts(db)
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
    .limit(mostMeant)
    .execute()
}

/** The account of a user who is known to exist. */
export async function accountOf(db: Database, userId: number): Promise<Account> {
  return accounts(db).where('user_id', '=', userId).executeTakeFirstOrThrow()
}

/** The customer's account with a log-in, for commands. */
export async function findAccountByLogin(db: Database, login: string): Promise<Account | undefined> {
  return accounts(db).where('login', '=', login.trim().toLowerCase()).where('role', '=', 'customer').executeTakeFirst()
}

/** Every text by which a user is known: name, log-in, e-mail address before the @, and those of the holders with their tax ids. */
export async function ownTextsOf(db: Database, { userId, name, login, email }: Account): Promise<string[]> {
  const holders = await db
    .selectFrom('user_customer')
    .innerJoin('customer', 'customer.customer_id', 'user_customer.customer_id')
    .where('user_id', '=', userId)
    .select(['customer.name', (row) => row.fn.coalesce('claimed_tax_id', 'tax_id').as('tax_id')])
    .execute()
  const texts = [name, login, email.split('@')[0]!]
  return [...texts, ...holders.flatMap((holder) => [holder.name, holder.tax_id])]
}

/** Keeps a new password, chosen by its owner. */
export async function keepPassword(db: Database, { userId, passwordHash }: { userId: number; passwordHash: string }) {
  await db
    .updateTable('user_account')
    .set((row) => ({ password_hash: passwordHash, must_change_password: false, version: row('version', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
}

function accounts(db: Database) {
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
