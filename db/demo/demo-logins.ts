import { randomInt } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { hashPassword, isPasswordOf } from '#domains/session/server/passwords.ts'
import { type DemoLogin, demoLogins } from './cast/demo-holder.ts'

/** Who signs in to the demo, with which password; null where its holder has chosen another. */
export type DemoAccess = { login: DemoLogin; password: string | null }

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
  for (const login of demoLogins) {
    if (given !== undefined && given !== kept.get(login)) await changePassword(db, login, given)
    access.push({ login, password: await valid(db, login, given ?? kept.get(login)) })
  }
  return access
}

const prefix = 'demo-password:'

async function keptPasswords(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('secret_key').where('name', 'like', `${prefix}%`).select(['name', 'value']).execute()
  return new Map(rows.map(({ name, value }) => [name.slice(prefix.length), value]))
}

async function keep(db: Database, login: DemoLogin, password: string) {
  await db
    .insertInto('secret_key')
    .values({ name: prefix + login, value: password })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: password }))
    .execute()
}

async function changePassword(db: Database, login: DemoLogin, password: string) {
  await keep(db, login, password)
  await db
    .updateTable('user_account')
    .set({ password_hash: await hashPassword(password) })
    .where('login', '=', login)
    .execute()
}

async function valid(db: Database, login: DemoLogin, password: string | undefined): Promise<string | null> {
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
