import { randomInt, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database } from '#db/database.ts'
import { readKeyRing } from '#domains/session/server/keys/key-store.ts'
import { hashPassword, isPasswordOf } from '#domains/session/server/password/passwords.ts'
import { generateSecret, secretFromBytes } from '#domains/session/server/second-factor/one-time-codes.ts'
import { markCodeAppConfirmed, saveCodeAppSecret } from '#domains/session/server/second-factor/second-factor-store.ts'
import { type OperatorRole, operatorRoles } from '#kit/operator-role.ts'
import { decryptText, encryptText } from '#kit/server/encrypted-text.ts'
import { readOrCreateSecret } from '#kit/server/secret-keys.ts'
import { type DemoLogin, demoLogins } from './customers/demo-holder.ts'

/** A demo account with its password; null if the user has changed it. */
export type DemoAccess = {
  login: DemoLogin | DemoOperatorLogin
  password: string | null
  /** The permissions of an operator. */
  roles?: readonly OperatorRole[]
  /** The secret of the authenticator app for one-time codes, which operators need in addition. */
  appSecret?: string | undefined
}

/** The administrator of the demo, with all permissions. */
export const demoOperator = 'operator'

const demoOperators = [
  { login: demoOperator, name: 'Jordi Ferrer', email: 'jordi.ferrer@example.test', roles: operatorRoles },
  { login: 'nuria', name: 'Núria Camps', email: 'nuria.camps@example.test', roles: ['care'] },
  { login: 'pau', name: 'Pau Serra', email: 'pau.serra@example.test', roles: ['sales', 'content'] },
  // Each of the two can approve what the other requests.
  { login: 'marc', name: 'Marc Vidal', email: 'marc.vidal@example.test', roles: ['money'] },
  { login: 'laia', name: 'Laia Roca', email: 'laia.roca@example.test', roles: ['money'] },
] as const satisfies readonly { login: string; name: string; email: string; roles: readonly OperatorRole[] }[]
type DemoOperatorLogin = (typeof demoOperators)[number]['login']

/** Creates the operators of the demo and stores their passwords and secrets with it. */
export async function makeDemoOperators(db: Database, { password, now }: { password?: string | undefined; now: Date }) {
  const storedPasswords = await readStoredPasswords(db)
  for (const { login, name, email, roles } of demoOperators) {
    const operatorPassword = password ?? storedPasswords.get(login) ?? randomPassword()
    const { user_id: userId } = await db
      .insertInto('user_account')
      .values({
        ...{ login, name, email, locale: 'ca', role: 'operator' },
        operator_roles: [...roles],
        password_hash: await hashPassword(operatorPassword),
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    // The app secret survives a reset, so that an operator's authenticator app keeps working.
    const secretName = login === demoOperator ? 'demo-operator-app' : `demo-operator-app:${login}`
    const createSecret = async () =>
      Buffer.from(password === undefined ? generateSecret() : await deriveAppSecret(password, login))
    const secret = (await readOrCreateSecret(db, secretName, createSecret)).toString()
    await saveCodeAppSecret(db, { userId, sealedSecret: encryptText(secret, await readKeyRing(db, 'sealing')) })
    await markCodeAppConfirmed(db, { userId, now })
    await storePassword(db, login, operatorPassword)
  }
}

const scryptAsync = promisify<string, string, number, Buffer>(scrypt)

// A demo that is recreated from an empty database with the same password keeps working with the same authenticator app.
// Guessing one from the other is as slow as cracking a password hash.
async function deriveAppSecret(password: string, login: DemoOperatorLogin): Promise<string> {
  return secretFromBytes(await scryptAsync(password, `demo-operator-app:${login}`, 32))
}

async function readAppSecret(db: Database, login: DemoOperatorLogin): Promise<string | undefined> {
  const row = await db
    .selectFrom('code_app')
    .innerJoin('user_account', 'user_account.user_id', 'code_app.user_id')
    .where('login', '=', login)
    .where('confirmed_at', 'is not', null)
    .select('sealed_secret')
    .executeTakeFirst()
  return (row && decryptText(row.sealed_secret, await readKeyRing(db, 'sealing'))) ?? undefined
}

/**
 * Returns the passwords of the demo's customer accounts: the given one for all, otherwise the stored ones, otherwise
 * new ones. They are stored with the data, to be shown again at the next start.
 */
export async function ensureDemoPasswords(
  db: Database,
  configuredPassword: string | undefined,
): Promise<Record<DemoLogin, string>> {
  const storedPasswords = await readStoredPasswords(db)
  const passwords = Object.fromEntries(
    demoLogins.map((login) => [login, configuredPassword ?? storedPasswords.get(login) ?? randomPassword()]),
  ) as Record<DemoLogin, string>
  for (const login of demoLogins) await storePassword(db, login, passwords[login])
  return passwords
}

/** Checks whether the database holds the passwords of a demo, which means that its data are a demo and not real. */
export async function holdsDemo(db: Database): Promise<boolean> {
  return (await readStoredPasswords(db)).size > 0
}

/** What stands in the way of creating a demo: there is one, or the database holds real customers. */
export type ExistingDemo = 'exists' | 'not_empty'

/** Returns why no demo is created in the database; undefined if it is empty. */
export async function findExistingDemo(db: Database): Promise<ExistingDemo | undefined> {
  if (await holdsDemo(db)) return 'exists'
  return (await holdsCustomers(db)) ? 'not_empty' : undefined
}

/** Checks whether the database holds any customer. */
export async function holdsCustomers(db: Database): Promise<boolean> {
  return (await db.selectFrom('customer').select('customer_id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * Returns the accounts of the demo in the database. A given password that differs from the stored one is set on all
 * accounts.
 */
export async function readDemoAccess(db: Database, configuredPassword: string | undefined): Promise<DemoAccess[]> {
  const storedPasswords = await readStoredPasswords(db)
  const accessOf = async <Login extends DemoAccess['login']>(login: Login) => {
    if (configuredPassword !== undefined && configuredPassword !== storedPasswords.get(login))
      await changePassword(db, login, configuredPassword)
    return { login, password: await passwordIfValid(db, login, configuredPassword ?? storedPasswords.get(login)) }
  }
  // A demo created by an earlier version has only one of them.
  const operators = demoOperators.filter(({ login }) => storedPasswords.has(login))
  // At once, as checking a password against its hash takes long on purpose.
  return Promise.all([
    ...demoLogins.map(accessOf),
    ...operators.map(async ({ login, roles }) => ({
      ...(await accessOf(login)),
      roles,
      appSecret: await readAppSecret(db, login),
    })),
  ])
}

const prefix = 'demo-password:'

async function readStoredPasswords(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('secret_key').where('name', 'like', `${prefix}%`).select(['name', 'value']).execute()
  return new Map(rows.map(({ name, value }) => [name.slice(prefix.length), value]))
}

async function storePassword(db: Database, login: DemoAccess['login'], password: string) {
  await db
    .insertInto('secret_key')
    .values({ name: prefix + login, value: password })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: password }))
    .execute()
}

async function changePassword(db: Database, login: DemoAccess['login'], password: string) {
  await storePassword(db, login, password)
  await db
    .updateTable('user_account')
    .set({ password_hash: await hashPassword(password) })
    .where('login', '=', login)
    .execute()
}

async function passwordIfValid(
  db: Database,
  login: DemoAccess['login'],
  password: string | undefined,
): Promise<string | null> {
  const account = await db
    .selectFrom('user_account')
    .where('login', '=', login)
    .select('password_hash')
    .executeTakeFirst()
  if (password === undefined || !(await isPasswordOf(account?.password_hash, password))) return null
  return password
}

/** Twelve letters and digits without easily confused characters, and dashes, so that every password rule is met. */
function randomPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz'
  const some = (count: number) => Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')
  return `${some(4)}-${some(3).toUpperCase()}${randomInt(2, 10)}-${some(4)}`
}
