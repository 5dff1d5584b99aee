import { randomInt } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { readKeyRing } from '#domains/session/server/keys/key-store.ts'
import { makeSecret } from '#domains/session/server/one-time-codes.ts'
import { hashPassword, isPasswordOf } from '#domains/session/server/passwords.ts'
import { seal, unseal } from '#domains/session/server/sealed-text.ts'
import { beginCodeApp, confirmCodeApp } from '#domains/session/server/second-factor-store.ts'
import { keptSecret } from '#domains/session/server/secret-keys.ts'
import { operatorRoles } from '#kit/operator-role.ts'
import { type DemoLogin, demoLogins } from './cast/demo-holder.ts'

/** Who signs in to the demo, with which password; null where its holder has chosen another. */
export type DemoAccess = {
  login: DemoLogin | typeof demoOperator
  password: string | null
  /** The secret of the app for one-time codes, which the operator needs besides. */
  appSecret?: string
}

/** Who keeps the portal of the demo. */
export const demoOperator = 'operator'

/** Makes the operator of the demo, whose password and secret are kept with it. */
export async function makeDemoOperator(db: Database, { password, now }: { password?: string | undefined; now: Date }) {
  const chosen = password ?? (await keptPasswords(db)).get(demoOperator) ?? randomPassword()
  const { user_id: userId } = await db
    .insertInto('user_account')
    .values({
      login: demoOperator,
      name: 'Jordi Ferrer',
      email: 'jordi.ferrer@example.test',
      locale: 'ca',
      role: 'operator',
      operator_roles: [...operatorRoles],
      password_hash: await hashPassword(chosen),
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  // Whoever has put it into an app goes on with it in a demo that is made anew.
  const secret = (await keptSecret(db, 'demo-operator-app', async () => Buffer.from(makeSecret()))).toString()
  await beginCodeApp(db, { userId, sealedSecret: seal(secret, await readKeyRing(db, 'sealing')) })
  await confirmCodeApp(db, { userId, now })
  await keep(db, demoOperator, chosen)
}

async function operatorSecret(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom('code_app')
    .innerJoin('user_account', 'user_account.user_id', 'code_app.user_id')
    .where('login', '=', demoOperator)
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
  const access: DemoAccess[] = []
  for (const login of [...demoLogins, demoOperator] as const) {
    if (given !== undefined && given !== kept.get(login)) await changePassword(db, login, given)
    access.push({ login, password: await valid(db, login, given ?? kept.get(login)) })
  }
  access.at(-1)!.appSecret = await operatorSecret(db)
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
