import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { cancelDraftContract, removeBankAccounts } from '#domains/contract-records/server/contract-store.ts'
import { updateCustomer } from '#domains/customers/server/customer-store.ts'
import { unlinkUsers } from '#domains/customers/server/user-customers.ts'
import { closeLeadOfContract } from '#domains/lead-records/server/lead-progress.ts'
import { deleteUnusedAccount, lockUnusedAccount } from '#domains/session/server/accounts/account-changes.ts'
import { deleteLinksOfCustomer, expireSigningLinks } from '#domains/session/server/accounts/account-link-store.ts'
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
  await cancelSignaturesOfContract(db, { customerId, contractId, now })
  await closeLeadOfContract(db, { customerId, contractId, state: 'left', now })
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
  await deleteLinksOfCustomer(db, customerId)
  await expireSigningLinks(db, { customerId, now })
  await unlinkUsers(db, customerId)
  await updateCustomer(db, customerId, { email: null, phone: null, claimed_by_user_id: null })
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
  if (!(await lockUnusedAccount(db, userId))) return
  await expireSigningLinks(db, { userId, now })
  await deleteUnusedAccount(db, userId)
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
