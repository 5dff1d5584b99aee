import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { CodeChannel } from '#outside/signature/code-channel.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { codeLifeMinutes, codesPerHour, triesPerCode } from '../rules.ts'
import type { Evidence } from './evidence.ts'
import {
  type StoredCode,
  type StoredSignature,
  selectSignatures,
  toStoredCode,
  toStoredSignature,
} from './stored-signature.ts'

type SignatureKey = { customerId: number; id: string }

/**
 * The viewer: the holders whom they see. A document for a holder whom they only claim to be can be signed by them
 * alone. They are also told when it has ended, which ends the claim.
 */
type SignatureViewer = { customerIds: number[]; userId?: number }

/** Finds a signature of a holder, or of the user's own claim; undefined when it is neither. */
export async function findSignature(
  db: Database,
  { signatureId, ...viewer }: SignatureViewer & { signatureId: string },
): Promise<StoredSignature | undefined> {
  const row = await selectSignatures(db)
    .where(isVisibleTo(viewer, await claimedCustomerIds(db, viewer)))
    .where('signature.signature_id', '=', signatureId)
    .executeTakeFirst()
  return row && toStoredSignature(row)
}

/** Returns the pending signatures, oldest first. */
export async function findPending(
  db: Database,
  { now, ...viewer }: SignatureViewer & { now: Date },
): Promise<StoredSignature[]> {
  const rows = await selectSignatures(db)
    .where(isVisibleTo(viewer, await claimedCustomerIds(db, viewer)))
    .where('signature.state', '=', 'waiting')
    .where('signature.expires_at', '>', now)
    .orderBy('signature.created_at')
    .execute()
  return rows.map(toStoredSignature)
}

/** Returns the name and the e-mail address of a user. */
export function findSigner(db: Database, userId: number): Promise<{ name: string; email: string }> {
  return db.selectFrom('user_account').select(['name', 'email']).where('user_id', '=', userId).executeTakeFirstOrThrow()
}

/** Replaces the code. Returns false when five were sent within the hour, or nobody may sign any more. */
export async function storeCode(
  db: Database,
  { customerId, id }: SignatureKey,
  { proof, channel, to, now }: { proof: string; channel: CodeChannel; to: string; now: Date },
): Promise<boolean> {
  const hourAgo = new Date(now.getTime() - msPerHour)
  const recent = sql<Date[]>`array(select at from unnest(code_times) as at where at > ${hourAgo})`
  const updated = await db
    .updateTable('signature')
    .set((row) => ({
      code_hash: proof,
      code_channel: channel,
      code_sent_to: to,
      code_expires_at: new Date(now.getTime() + codeLifeMinutes * 60_000),
      attempts: 0,
      codes_sent: row('codes_sent', '+', 1),
      code_times: sql<Date[]>`${recent} || ${now}::timestamptz`,
    }))
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', id)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .where(sql<boolean>`cardinality(${recent}) < ${codesPerHour}`)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/**
 * Counts a try before it is verified, so that concurrent tries cannot bypass the limit. Returns the code to verify
 * against, or undefined when there is none.
 */
export async function countTry(
  db: Database,
  { customerId, id }: SignatureKey,
  now: Date,
): Promise<StoredCode | undefined> {
  const row = await db
    .updateTable('signature')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '<', triesPerCode)
    .where('code_expires_at', '>', now)
    .returning(['code_hash', 'code_channel', 'code_sent_to', 'code_expires_at', 'attempts'])
    .executeTakeFirst()
  return row && (toStoredCode(row) ?? undefined)
}

/**
 * Marks a signature as signed with this code. Returns false when it was signed, ended, or got another code or document
 * meanwhile.
 */
export async function markSigned(
  db: Database,
  { customerId, id, documentSha256 }: SignatureKey & { documentSha256: string },
  { proof, evidence, sealedKey, now }: { proof: string; evidence: Evidence; sealedKey: string; now: Date },
): Promise<boolean> {
  const updated = await db
    .updateTable('signature')
    .set({
      state: 'signed',
      signed_at: now,
      evidence: JSON.stringify(evidence),
      sealed_key: sealedKey,
      code_hash: null,
      code_expires_at: null,
    })
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', id)
    .where('state', '=', 'waiting')
    .where('code_hash', '=', proof)
    .where('document_sha256', '=', documentSha256)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Marks a signature as cancelled. Returns false when it is no longer waiting. */
export async function markCancelled(db: Database, { customerId, id }: SignatureKey): Promise<boolean> {
  const updated = await db
    .updateTable('signature')
    .set({ state: 'cancelled', code_hash: null, code_expires_at: null })
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Assigns what a user was asked to sign for these holders to another user. */
export async function moveRequestedSignatures(
  db: Database,
  { customerIds, from, to }: { customerIds: readonly number[]; from: number; to: number },
) {
  for (const customerId of customerIds)
    await db
      .updateTable('signature')
      .set({ requested_by_user_id: to })
      .where('customer_id', '=', customerId)
      .where('requested_by_user_id', '=', from)
      .execute()
}

/** Cancels what waits for a signature about a contract, alone or with another one. */
export async function cancelSignaturesOfContract(
  db: Database,
  { customerId, contractId }: { customerId: number; contractId: number },
) {
  await db
    .updateTable('signature')
    .where('customer_id', '=', customerId)
    .where('subject_kind', '=', 'contract')
    .where((of) => of.or([of('contract_id', '=', contractId), of('second_contract_id', '=', contractId)]))
    .where('state', '=', 'waiting')
    .set({ state: 'cancelled', code_hash: null, code_expires_at: null })
    .execute()
}

/** Claims one signature that is past its end and not claimed by another server, and marks it as expired. */
export async function expireNextSignature(db: Database, now: Date): Promise<StoredSignature | undefined> {
  const next = await db
    .selectFrom('signature')
    .select(['customer_id', 'signature_id'])
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!next) return undefined
  await db
    .updateTable('signature')
    .set({ state: 'expired', code_hash: null, code_expires_at: null })
    .where('customer_id', '=', next.customer_id)
    .where('signature_id', '=', next.signature_id)
    .execute()
  return findSignature(db, { customerIds: [next.customer_id], signatureId: next.signature_id })
}

async function claimedCustomerIds(db: Database, { userId }: SignatureViewer): Promise<number[]> {
  if (userId === undefined) return []
  const claims = await db
    .selectFrom('customer')
    .where('claimed_by_user_id', '=', userId)
    .where('claimed_tax_id', 'is not', null)
    .select('customer_id')
    .execute()
  return claims.map(({ customer_id }) => customer_id)
}

function isVisibleTo({ customerIds, userId }: SignatureViewer, claims: number[]) {
  return sql<boolean>`(signature.customer_id = any(${customerIds})
    or (signature.customer_id = any(${claims}) and signature.requested_by_user_id = ${userId ?? null})
    or (signature.state in ('expired', 'cancelled') and signature.requested_by_user_id = ${userId ?? null}
      and customer.claimed_tax_id is not null and customer.claimed_by_user_id is null))`
}
