import { createHash } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { moveClaims } from '#domains/customers/server/customer-store.ts'
import { copyLinksOfAwaitingAccount } from '#domains/customers/server/user-customers.ts'
import type { ProviderIdentity } from '#outside/identity/identity.ts'

type IdentityKey = Pick<ProviderIdentity, 'issuer' | 'subject'>

/** Returns the user that an identity is linked with. */
export async function userOfIdentity(db: Database, { issuer, subject }: IdentityKey): Promise<number | undefined> {
  const row = await db
    .selectFrom('external_identity')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** Returns the identities that a user is linked with, oldest first. */
export function identitiesOf(db: Database, userId: number) {
  return db
    .selectFrom('external_identity')
    .select(['issuer', 'linked_at as linkedAt'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('issuer')
    .execute()
}

/** Returns the identities that a user is linked with, each with its subject at the provider, oldest first. */
export function linkedIdentitiesOf(db: Database, userId: number) {
  return db
    .selectFrom('external_identity')
    .select(['issuer', 'subject', 'linked_at as linkedAt'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('issuer')
    .orderBy('subject')
    .execute()
}

/** Unlinks an identity from a user. Returns whether it was linked until now. */
export async function unlinkIdentity(
  db: Database,
  { userId, issuer, subject }: IdentityKey & { userId: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('external_identity')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Links an identity with a user. Replaces any earlier link of the identity. */
export async function linkIdentity(db: Database, { issuer, subject }: IdentityKey, userId: number, now: Date) {
  await db
    .insertInto('external_identity')
    .values({ issuer, subject, user_id: userId, linked_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ user_id: userId, linked_at: now }))
    .execute()
}

/** Creates an account for an identity that has none here: only the provider signs it in, and it sees no holder. */
export async function createUnlinkedAccount(
  db: Database,
  { issuer, subject, email, name }: ProviderIdentity,
  locale: string,
): Promise<number> {
  const login = `openid:${createHash('sha256').update(`${issuer} ${subject}`).digest('hex').slice(0, 32)}`
  const { user_id } = await db
    .insertInto('user_account')
    .values({ login, email: email ?? '', name: name ?? email ?? '', password_hash: 'none', locale, awaits_link: true })
    // Of two concurrent visits the first one has created it.
    .onConflict((conflict) => conflict.column('login').doUpdateSet({ awaits_link: true }))
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return user_id
}

/** Assigns what a user was asked to sign for these holders to another user. */
export type MoveSignatures = (
  db: Database,
  move: { customerIds: readonly number[]; from: number; to: number },
) => Promise<void>

/** Moves all links and contracts of an awaiting account to another one, and deletes it. */
export async function mergeAccount(
  db: Database,
  { from, to, now }: { from: number; to: number; now: Date },
  moveSignatures: MoveSignatures,
) {
  await copyLinksOfAwaitingAccount(db, { from, to })
  await moveSignatures(db, { customerIds: await moveClaims(db, { from, to }), from, to })
  await db.updateTable('external_identity').set({ user_id: to, linked_at: now }).where('user_id', '=', from).execute()
  await db.deleteFrom('user_account').where('user_id', '=', from).where('awaits_link', '=', true).execute()
}
