import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'

/** Cancels every draft that nobody has signed of claims on tax ids, which have a known holder now. */
export async function withdrawClaims(db: Database, taxIds: readonly string[], now: Date) {
  const claims = await db
    .selectFrom('customer')
    .where('claimed_tax_id', '=', sql<string>`any(${taxIds})`)
    .select('customer_id as customerId')
    .execute()
  for (const { customerId } of claims) {
    const drafts = await openDrafts(db, customerId)
    for (const { contractId } of drafts) await cancelDraft(db, { customerId, contractId, now })
    await dropClaim(db, { customerId, now })
  }
}

type Draft = { customerId: number; contractId: number; now: Date }

/** Cancels a draft that nobody has signed, with its lead and whatever waits for a signature. Leaves any other contract as it is. */
export async function cancelDraft(db: Database, { customerId, contractId, now }: Draft) {
  const cancelled = await db
    .updateTable('contract')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('state', '=', 'esborrany')
    .where('signed_on', 'is', null)
    .set({
      state: 'cancelada',
      waiting_for_signature: sql`array_remove(waiting_for_signature, 'contract')`,
      version: sql`version + 1`,
    })
    .executeTakeFirst()
  if (cancelled.numUpdatedRows === 0n) return
  await db
    .updateTable('signature')
    .where('customer_id', '=', customerId)
    .where('subject_kind', '=', 'contract')
    .where((of) => of.or([of('contract_id', '=', contractId), of('second_contract_id', '=', contractId)]))
    .where('state', '=', 'waiting')
    .set({ state: 'cancelled', code_hash: null, code_expires_at: null })
    .execute()
  await db
    .updateTable('lead')
    .set({ state: 'left', updated_at: now })
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .execute()
  const data = { customer_id: customerId, contract_id: contractId }
  await queueEvent(db, { type: 'contract.expired', data }, now)
}

/**
 * Undoes a claim of which nothing is signed or can be any more: how somebody was to be reached, their links, the account
 * that was made ready for them. The cancelled draft stays for the retailer. Does nothing to any other holder.
 */
export async function dropClaim(db: Database, { customerId, now }: Omit<Draft, 'contractId'>) {
  const claim = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .where('claimed_tax_id', 'is not', null)
    .select('claimed_by_user_id as userId')
    .executeTakeFirst()
  if (!claim || (await hasContract(db, customerId))) return
  await db.deleteFrom('account_link').where('customer_id', '=', customerId).where('signature_id', 'is', null).execute()
  await endSigningLinks(db, { customerId, now })
  await db.deleteFrom('user_customer').where('customer_id', '=', customerId).execute()
  await db
    .updateTable('customer')
    .set((row) => ({ email: null, phone: null, claimed_by_user_id: null, version: row('version', '+', 1) }))
    .where('customer_id', '=', customerId)
    .execute()
  await db.updateTable('contract').set({ iban: null }).where('customer_id', '=', customerId).execute()
  if (claim.userId !== null) await dropPreparedAccount(db, claim.userId, now)
}

/** Does away with the account that was made ready to sign a draft, where nothing else waits for it. */
export async function dropSignerOf(db: Database, { customerId, contractId, now }: Draft) {
  const signers = await db
    .selectFrom('signature')
    .where('customer_id', '=', customerId)
    .where('subject_kind', '=', 'contract')
    .where('subject_id', '=', contractId)
    .select('requested_by_user_id as userId')
    .execute()
  for (const { userId } of signers) await dropPreparedAccount(db, userId, now)
}

/** Does away with an account that nothing opens, that sees and claims nobody, and for which nothing waits. */
async function dropPreparedAccount(db: Database, userId: number, now: Date) {
  const waiting = await db
    .selectFrom('signature')
    .where('requested_by_user_id', '=', userId)
    .where('state', '=', 'waiting')
    .select('signature_id')
    .executeTakeFirst()
  if (waiting) return
  const isUnused = sql<boolean>`user_id = ${userId} and role = 'customer' and password_hash = 'none'
      and not exists (select from session where session.user_id = user_account.user_id)
      and not exists (select from external_identity where external_identity.user_id = user_account.user_id)
      and not exists (select from passkey where passkey.user_id = user_account.user_id)
      and not exists (select from user_customer where user_customer.user_id = user_account.user_id)
      and not exists (select from customer where claimed_by_user_id = user_account.user_id)`
  const unused = await db.selectFrom('user_account').where(isUnused).select('user_id').forUpdate().executeTakeFirst()
  if (!unused) return
  await endSigningLinks(db, { userId, now })
  await db.deleteFrom('user_account').where(isUnused).execute()
}

type LinksOf = { now: Date } & ({ customerId: number } | { userId: number })

/** Ends the links that were mailed to sign something: they say of nobody any more, but still what became of it. */
async function endSigningLinks(db: Database, { now, ...of }: LinksOf) {
  await db
    .updateTable('account_link')
    .set({ user_id: null, email: '', phone: null, expires_at: sql`least(expires_at, ${now}::timestamptz)` })
    .where('signature_id', 'is not', null)
    .where('customer_id', 'is not', null)
    .where((link) => ('userId' in of ? link('user_id', '=', of.userId) : link('customer_id', '=', of.customerId)))
    .execute()
}

function openDrafts(db: Database, customerId: number) {
  return db
    .selectFrom('contract')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'esborrany')
    .where('signed_on', 'is', null)
    .select('contract_id as contractId')
    .execute()
}

/** Whether there is a contract that is signed, or may be yet. */
async function hasContract(db: Database, customerId: number): Promise<boolean> {
  const contract = await db
    .selectFrom('contract')
    .where('customer_id', '=', customerId)
    .where((row) => row.or([row('state', '<>', 'cancelada'), row('signed_on', 'is not', null)]))
    .select('contract_id')
    .executeTakeFirst()
  return contract !== undefined
}
