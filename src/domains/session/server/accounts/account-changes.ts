import { type Insertable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, UserAccount } from '#db/tables.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'

/** Inserts an account without credentials. Returns undefined if its login is taken. */
export async function insertAccount(
  db: Database,
  { login, ...row }: Omit<Insertable<UserAccount>, 'password_hash'>,
): Promise<number | undefined> {
  const account = await db
    .insertInto('user_account')
    .values({ ...row, login: login.toLowerCase(), password_hash: 'none' })
    .onConflict((conflict) => conflict.column('login').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return account?.user_id
}

/** Stores imported accounts by their login. Passwords are stored for new ones only. Returns those created or changed. */
export function storeAccountRows(db: Database, rows: readonly Insertable<DB['user_account']>[]) {
  return upsertRows(db, {
    table: 'user_account',
    key: ['login'],
    rows,
    onlyNew: ['password_hash', 'must_change_password'],
    isVersioned: true,
  })
}

/** Stores the address and language of an account that has been prepared for its owner. */
export async function saveContact(db: Database, userId: number, contact: { email: string; locale: string }) {
  await db.updateTable('user_account').set(contact).where('user_id', '=', userId).execute()
}

type OwnDetailsChange = { name: string; phone: string | null } | { email: string; pending_email: null }

/** Stores details that the owner of an account has changed, after which imports no longer change them. */
export async function saveOwnDetails(db: Database, userId: number, change: OwnDetailsChange, now: Date) {
  await db
    .updateTable('user_account')
    .set((row) => ({ ...change, own_details_at: now, version: row('version', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
}

/** Stores the formats in which a user needs documents and answers. */
export async function saveDocumentFormats(db: Database, userId: number, formats: readonly string[]) {
  await db
    .updateTable('user_account')
    .set({ document_formats: [...formats] })
    .where('user_id', '=', userId)
    .execute()
}

/** Stores an address that is not confirmed yet. */
export async function savePendingEmail(db: Database, userId: number, pending: object) {
  await db
    .updateTable('user_account')
    .set({ pending_email: JSON.stringify(pending) })
    .where('user_id', '=', userId)
    .execute()
}

/** Stores the roles of an operator. */
export async function saveRoles(db: Database, userId: number, roles: readonly string[]) {
  await db
    .updateTable('user_account')
    .set({ operator_roles: [...roles] })
    .where('user_id', '=', userId)
    .execute()
}

/** Removes the password of an account, so that none signs in. */
export async function removePassword(db: Database, userId: number) {
  await db.updateTable('user_account').set({ password_hash: 'none' }).where('user_id', '=', userId).execute()
}

/** Marks an account as erased. */
export async function markAccountErased(db: Database, userId: number, at: Date) {
  await db.updateTable('user_account').set({ erased_at: at }).where('user_id', '=', userId).execute()
}

/** Locks an account without credentials that sees and claims no holder. Returns false if there is none. */
export async function lockUnusedAccount(db: Database, userId: number): Promise<boolean> {
  const unused = await db
    .selectFrom('user_account')
    .where(isUnused(userId))
    .select('user_id')
    .forUpdate()
    .executeTakeFirst()
  return unused !== undefined && !(await claimsHolder(db, userId))
}

/** Deletes an account without credentials that sees and claims no holder. */
export async function deleteUnusedAccount(db: Database, userId: number) {
  if (!(await claimsHolder(db, userId))) await db.deleteFrom('user_account').where(isUnused(userId)).execute()
}

// A separate statement, because customers may be distributed and accounts are not.
async function claimsHolder(db: Database, userId: number): Promise<boolean> {
  const claim = await db
    .selectFrom('customer')
    .where('claimed_by_user_id', '=', userId)
    .select('customer_id')
    .limit(1)
    .executeTakeFirst()
  return claim !== undefined
}

function isUnused(userId: number) {
  return sql<boolean>`user_id = ${userId} and role = 'customer' and password_hash = 'none'
    and not exists (select from session where session.user_id = user_account.user_id)
    and not exists (select from external_identity where external_identity.user_id = user_account.user_id)
    and not exists (select from passkey where passkey.user_id = user_account.user_id)
    and not exists (select from user_customer where user_customer.user_id = user_account.user_id)`
}
