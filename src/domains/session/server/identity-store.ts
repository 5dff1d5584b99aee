import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SignedInElsewhere } from '#outside/identity/identity.ts'

type Identity = Pick<SignedInElsewhere, 'issuer' | 'subject'>

/** The user whom somebody at an identity provider is linked with. */
export async function userOfIdentity(db: Database, { issuer, subject }: Identity): Promise<number | undefined> {
  const row = await db
    .selectFrom('external_identity')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** The identities that a user is linked with, the oldest first. */
export function identitiesOf(db: Database, userId: number) {
  return db
    .selectFrom('external_identity')
    .select(['issuer', 'linked_at as linkedAt'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('issuer')
    .execute()
}

/** The identities that a user is linked with, each with who it is at the provider, the oldest first. */
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

/** Ends the link of an identity with a user; answers whether there was one until now. */
export async function unlinkIdentity(
  db: Database,
  { userId, issuer, subject }: Identity & { userId: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('external_identity')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Links somebody at an identity provider with a user; whom they were linked with before no longer counts. */
export async function linkIdentity(db: Database, { issuer, subject }: Identity, userId: number, now: Date) {
  await db
    .insertInto('external_identity')
    .values({ issuer, subject, user_id: userId, linked_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ user_id: userId, linked_at: now }))
    .execute()
}

/** Makes an account for somebody who has none here: nothing opens it but the provider, and it sees no holder. */
export async function makeAwaitingAccount(
  db: Database,
  { issuer, subject, email, name }: SignedInElsewhere,
  locale: string,
): Promise<number> {
  const login = `openid:${createHash('sha256').update(`${issuer} ${subject}`).digest('hex').slice(0, 32)}`
  const { user_id } = await db
    .insertInto('user_account')
    .values({ login, email: email ?? '', name: name ?? email ?? '', password_hash: 'none', locale, awaits_link: true })
    // Of two visits at once the first has made it.
    .onConflict((conflict) => conflict.column('login').doUpdateSet({ awaits_link: true }))
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return user_id
}

/** Hands everything that an awaiting account is linked with, or has contracted, to another one, and does away with it. */
export async function handOver(db: Database, fromUserId: number, toUserId: number, now: Date) {
  await sql`
    insert into user_customer (user_id, customer_id)
    select ${toUserId}::integer, customer_id from user_customer join user_account using (user_id)
    where user_id = ${fromUserId} and awaits_link
    on conflict do nothing`.execute(db)
  const claims = await db
    .updateTable('customer')
    .set({ claimed_by_user_id: toUserId })
    .where('claimed_by_user_id', '=', fromUserId)
    .returning('customer_id')
    .execute()
  for (const { customer_id } of claims)
    await db
      .updateTable('signature')
      .set({ requested_by_user_id: toUserId })
      .where('customer_id', '=', customer_id)
      .where('requested_by_user_id', '=', fromUserId)
      .execute()
  await db
    .updateTable('external_identity')
    .set({ user_id: toUserId, linked_at: now })
    .where('user_id', '=', fromUserId)
    .execute()
  await db.deleteFrom('user_account').where('user_id', '=', fromUserId).where('awaits_link', '=', true).execute()
}
