import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { cancelDraftContract, removeBankAccounts } from '#domains/contract-records/server/contract-store.ts'
import { cancelSignaturesOfContract } from '#domains/signatures/server/signature-store.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'

/** Cancels all unsigned drafts of claims on tax ids that now have a known holder. */
export async function withdrawClaims(db: Database, taxIds: readonly string[], now: Date) {
  const claims = await db
    .selectFrom('customer')
    .where('claimed_tax_id', '=', sql<string>`any(${taxIds})`)
    .select('customer_id as customerId')
    .execute()
  for (const { customerId } of claims) {
    const drafts = await openDrafts(db, customerId)
    for (const { contractId } of drafts) await cancelDraft(db, { customerId, contractId, now })
    await clearClaim(db, { customerId, now })
  }
}

type DraftKey = { customerId: number; contractId: number; now: Date }

/** Cancels an unsigned draft, with its lead and whatever awaits a signature. Leaves any other contract unchanged. */
export async function cancelDraft(db: Database, { customerId, contractId, now }: DraftKey) {
  if (!(await cancelDraftContract(db, { customerId, contractId }))) return
  await cancelSignaturesOfContract(db, { customerId, contractId })
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
 * Clears a claim without a contract that is signed or still can be: contact details, links, and the account prepared
 * for it. The retailer keeps the cancelled draft. Does nothing to any other holder.
 */
export async function clearClaim(db: Database, { customerId, now }: Omit<DraftKey, 'contractId'>) {
  const claim = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .where('claimed_tax_id', 'is not', null)
    .select('claimed_by_user_id as userId')
    .executeTakeFirst()
  if (!claim || (await hasLiveContract(db, customerId))) return
  await db.deleteFrom('account_link').where('customer_id', '=', customerId).where('signature_id', 'is', null).execute()
  await expireSigningLinks(db, { customerId, now })
  await db.deleteFrom('user_customer').where('customer_id', '=', customerId).execute()
  await db
    .updateTable('customer')
    .set((row) => ({ email: null, phone: null, claimed_by_user_id: null, version: row('version', '+', 1) }))
    .where('customer_id', '=', customerId)
    .execute()
  await removeBankAccounts(db, customerId)
  if (claim.userId !== null) await deletePreparedAccount(db, claim.userId, now)
}

/** Deletes the account prepared to sign a draft, unless something else awaits it. */
export async function deletePreparedSigner(db: Database, { customerId, contractId, now }: DraftKey) {
  const signers = await db
    .selectFrom('signature')
    .where('customer_id', '=', customerId)
    .where('subject_kind', '=', 'contract')
    .where('subject_id', '=', contractId)
    .select('requested_by_user_id as userId')
    .execute()
  for (const { userId } of signers) await deletePreparedAccount(db, userId, now)
}

/** Deletes an account without credentials that sees and claims no holder and has nothing awaiting it. */
async function deletePreparedAccount(db: Database, userId: number, now: Date) {
  const pendingSignature = await db
    .selectFrom('signature')
    .where('requested_by_user_id', '=', userId)
    .where('state', '=', 'waiting')
    .select('signature_id')
    .executeTakeFirst()
  if (pendingSignature) return
  const isUnused = sql<boolean>`user_id = ${userId} and role = 'customer' and password_hash = 'none'
      and not exists (select from session where session.user_id = user_account.user_id)
      and not exists (select from external_identity where external_identity.user_id = user_account.user_id)
      and not exists (select from passkey where passkey.user_id = user_account.user_id)
      and not exists (select from user_customer where user_customer.user_id = user_account.user_id)
      and not exists (select from customer where claimed_by_user_id = user_account.user_id)`
  const unused = await db.selectFrom('user_account').where(isUnused).select('user_id').forUpdate().executeTakeFirst()
  if (!unused) return
  await expireSigningLinks(db, { userId, now })
  await db.deleteFrom('user_account').where(isUnused).execute()
}

type LinkOwner = { now: Date } & ({ customerId: number } | { userId: number })

/**
 * Expires the links that were mailed to sign something: they no longer identify anybody, but still report their
 * outcome.
 */
async function expireSigningLinks(db: Database, { now, ...of }: LinkOwner) {
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

/** Checks whether the customer has a contract that is signed or may still be. */
async function hasLiveContract(db: Database, customerId: number): Promise<boolean> {
  const contract = await db
    .selectFrom('contract')
    .where('customer_id', '=', customerId)
    .where((row) => row.or([row('state', '<>', 'cancelada'), row('signed_on', 'is not', null)]))
    .select('contract_id')
    .executeTakeFirst()
  return contract !== undefined
}
