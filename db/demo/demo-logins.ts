import { randomInt, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database } from '#db/database.ts'
import { readKeyRing } from '#domains/session/server/keys/key-store.ts'
import { makeSecret, secretOf } from '#domains/session/server/one-time-codes.ts'
import { hashPassword, isPasswordOf } from '#domains/session/server/passwords.ts'
import { seal, unseal } from '#domains/session/server/sealed-text.ts'
import { beginCodeApp, confirmCodeApp } from '#domains/session/server/second-factor-store.ts'
import { keptSecret } from '#domains/session/server/secret-keys.ts'
import { type OperatorRole, operatorRoles } from '#kit/operator-role.ts'
import { type DemoLogin, demoLogins } from './cast/demo-holder.ts'

/** Who signs in to the demo, with which password; null where its holder has chosen another. */
export type DemoAccess = {
  login: DemoLogin | DemoOperatorLogin
  password: string | null
  /** What an operator may do. */
  roles?: readonly OperatorRole[]
  /** The secret of the app for one-time codes, which operators need besides. */
  appSecret?: string | undefined
}

/** Who keeps the portal of the demo and may do everything there. */
export const demoOperator = 'operator'

const demoOperators = [
  { login: demoOperator, name: 'Jordi Ferrer', email: 'jordi.ferrer@example.test', roles: operatorRoles },
  { login: 'nuria', name: 'Núria Camps', email: 'nuria.camps@example.test', roles: ['care'] },
  { login: 'pau', name: 'Pau Serra', email: 'pau.serra@example.test', roles: ['sales', 'content'] },
  // What one of them asks for, the other can look at.
  { login: 'marc', name: 'Marc Vidal', email: 'marc.vidal@example.test', roles: ['money'] },
  { login: 'laia', name: 'Laia Roca', email: 'laia.roca@example.test', roles: ['money'] },
] as const satisfies readonly { login: string; name: string; email: string; roles: readonly OperatorRole[] }[]
type DemoOperatorLogin = (typeof demoOperators)[number]['login']

/** Makes the operators of the demo, whose passwords and secrets are kept with it. */
export async function makeDemoOperators(db: Database, { password, now }: { password?: string | undefined; now: Date }) {
  const kept = await keptPasswords(db)
  for (const { login, name, email, roles } of demoOperators) {
    const chosen = password ?? kept.get(login) ?? randomPassword()
    const { user_id: userId } = await db
      .insertInto('user_account')
      .values({
        ...{ login, name, email, locale: 'ca', role: 'operator' },
        operator_roles: [...roles],
        password_hash: await hashPassword(chosen),
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    // Whoever has put it into an app goes on with it in a demo that is made anew.
    const secretName = login === demoOperator ? 'demo-operator-app' : `demo-operator-app:${login}`
    const made = async () => Buffer.from(password === undefined ? makeSecret() : await secretFrom(password, login))
    const secret = (await keptSecret(db, secretName, made)).toString()
    await beginCodeApp(db, { userId, sealedSecret: seal(secret, await readKeyRing(db, 'sealing')) })
    await confirmCodeApp(db, { userId, now })
    await keep(db, login, chosen)
  }
}

const derive = promisify<string, string, number, Buffer>(scrypt)

// A demo that starts from nothing each time with one password is in the same app each time. It takes as long as a password
// to find out one from the other.
async function secretFrom(password: string, login: DemoOperatorLogin): Promise<string> {
  return secretOf(await derive(password, `demo-operator-app:${login}`, 32))
}

async function secretOfApp(db: Database, login: DemoOperatorLogin): Promise<string | undefined> {
  const row = await db
    .selectFrom('code_app')
    .innerJoin('user_account', 'user_account.user_id', 'code_app.user_id')
    .where('login', '=', login)
    .where('confirmed_at', 'is not', null)
    .select('sealed_secret')
    .executeTakeFirst()
  return (row && unseal(row.sealed_secret, await readKeyRing(db, 'sealing'))) ?? undefined
}

/**
 * The passwords of the demo's log-ins: the given one for all, otherwise those that were kept, otherwise new ones. They are
 * kept with the data, to be told again at the next start.
 */
export async function demoPasswords(db: Database, given: string | undefined): Promise<Record<DemoLogin, string>> {
  const kept = await keptPasswords(db)
  const passwords = Object.fromEntries(
    demoLogins.map((login) => [login, given ?? kept.get(login) ?? randomPassword()]),
  ) as Record<DemoLogin, string>
  for (const login of demoLogins) await keep(db, login, passwords[login])
  return passwords
}

/** Whether the passwords of a demo are kept here, so that what stands here is a demo and nobody's own data. */
export async function holdsDemo(db: Database): Promise<boolean> {
  return (await keptPasswords(db)).size > 0
}

/** The log-ins of the demo that stands in the database. A given password that is not the kept one becomes that of all. */
export async function demoAccess(db: Database, given: string | undefined): Promise<DemoAccess[]> {
  const kept = await keptPasswords(db)
  const accessOf = async <Login extends DemoAccess['login']>(login: Login) => {
    if (given !== undefined && given !== kept.get(login)) await changePassword(db, login, given)
    return { login, password: await valid(db, login, given ?? kept.get(login)) }
  }
  const access: DemoAccess[] = []
  for (const login of demoLogins) access.push(await accessOf(login))
  // A demo that was made by a version before has one of them.
  for (const { login, roles } of demoOperators)
    if (kept.has(login)) access.push({ ...(await accessOf(login)), roles, appSecret: await secretOfApp(db, login) })
  return access
}

const prefix = 'demo-password:'

async function keptPasswords(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('secret_key').where('name', 'like', `${prefix}%`).select(['name', 'value']).execute()
  return new Map(rows.map(({ name, value }) => [name.slice(prefix.length), value]))
}

async function keep(db: Database, login: DemoAccess['login'], password: string) {
  await db
    .insertInto('secret_key')
    .values({ name: prefix + login, value: password })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: password }))
    .execute()
}

async function changePassword(db: Database, login: DemoAccess['login'], password: string) {
  await keep(db, login, password)
  await db
    .updateTable('user_account')
    .set({ password_hash: await hashPassword(password) })
    .where('login', '=', login)
    .execute()
}

async function valid(db: Database, login: DemoAccess['login'], password: string | undefined): Promise<string | null> {
  const account = await db
    .selectFrom('user_account')
    .where('login', '=', login)
    .select('password_hash')
    .executeTakeFirst()
  if (password === undefined || !(await isPasswordOf(account?.password_hash, password))) return null
  return password
}

/** Twelve letters and digits that are not mistaken for each other, and a sign, so that every rule for passwords is met. */
function randomPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz'
  const some = (count: number) => Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')
  return `${some(4)}-${some(3).toUpperCase()}${randomInt(2, 10)}-${some(4)}`
}
