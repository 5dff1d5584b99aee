import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { CodeChannel } from '#outside/signature/code-channel.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { codeLifeMinutes, maxCodesPerHour, maxTriesPerCode } from '../rules.ts'
import type { Evidence } from './evidence.ts'
import { endSignatureDuty } from './signature-duty.ts'
import {
  type StoredCode,
  type StoredSignature,
  selectSignatures,
  toStoredCode,
  toStoredSignature,
} from './stored-signature.ts'

// A signature that has ended has no code that could be entered.
const withoutCode = { code_hash: null, code_expires_at: null }

type SignatureKey = { customerId: number; id: string }

/**
 * The holders whom a viewer sees. A document for a holder whom `userId` only claims to be is visible to that user
 * alone, even after it has ended unsigned, which ends the claim.
 */
type SignatureViewer = { customerIds: number[]; userId?: number }

/** Finds a signature of a holder, or of the user's own claim; undefined when it is neither. */
export async function findSignature(
  db: Database,
  { signatureId, ...viewer }: SignatureViewer & { signatureId: string },
): Promise<StoredSignature | undefined> {
  const ofHolder = isOfHolder(viewer, await claimedCustomerIds(db, viewer))
  // Apart, because nothing tells on which node the holder of an ended claim is.
  const row = (await find(ofHolder)) ?? (await find(isOfEndedClaim(viewer)))
  return row && toStoredSignature(row)

  function find(isVisible: RawBuilder<boolean>) {
    return selectSignatures(db).where(isVisible).where('signature.signature_id', '=', signatureId).executeTakeFirst()
  }
}

/** Returns the pending signatures, oldest first. */
export async function findPending(
  db: Database,
  { now, ...viewer }: SignatureViewer & { now: Date },
): Promise<StoredSignature[]> {
  const rows = await selectSignatures(db)
    .where(isOfHolder(viewer, await claimedCustomerIds(db, viewer)))
    .where('signature.state', '=', 'waiting')
    .where('signature.expires_at', '>', now)
    .orderBy('signature.created_at')
    .orderBy('signature.signature_id')
    .execute()
  return rows.map(toStoredSignature)
}

/** Returns the name and the e-mail address of a user; the address is empty where they have given none. */
export function findSigner(db: Database, userId: number): Promise<{ name: string; email: string }> {
  return db.selectFrom('user_account').select(['name', 'email']).where('user_id', '=', userId).executeTakeFirstOrThrow()
}

/**
 * Stores a code that replaces the last one, with a full set of tries. Returns false when the limit of codes per hour is
 * reached, or the signature has ended.
 */
export async function storeCode(
  db: Database,
  { customerId, id }: SignatureKey,
  { codeHash, channel, to, now }: { codeHash: string; channel: CodeChannel; to: string; now: Date },
): Promise<boolean> {
  const hourAgo = new Date(now.getTime() - msPerHour)
  const recent = sql<Date[]>`array(select at from unnest(code_times) as at where at > ${hourAgo})`
  const updated = await db
    .updateTable('signature')
    .set((row) => ({
      code_hash: codeHash,
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
    .where(sql<boolean>`cardinality(${recent}) < ${maxCodesPerHour}`)
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
    .where('attempts', '<', maxTriesPerCode)
    .where('code_expires_at', '>', now)
    .returning(['code_hash', 'code_channel', 'code_sent_to', 'code_expires_at', 'attempts'])
    .executeTakeFirst()
  return row && (toStoredCode(row) ?? undefined)
}

/**
 * Marks a signature as signed with this code. Returns false when it was signed, ended, or got another code, document,
 * unread summary or unaccepted annex meanwhile.
 */
export async function markSigned(
  db: Database,
  { customerId, id, documentSha256 }: SignatureKey & { documentSha256: string },
  {
    codeHash,
    evidence,
    sealedKey,
    annexSealedKey,
    now,
  }: { codeHash: string; evidence: Evidence; sealedKey: string; annexSealedKey: string | null; now: Date },
): Promise<boolean> {
  const updated = await db
    .updateTable('signature')
    .set({
      state: 'signed',
      signed_at: now,
      evidence: JSON.stringify(evidence),
      sealed_key: sealedKey,
      annex_sealed_key: annexSealedKey,
      ...withoutCode,
    })
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', id)
    .where('state', '=', 'waiting')
    .where('code_hash', '=', codeHash)
    .where('document_sha256', '=', documentSha256)
    .where('expires_at', '>', now)
    .where((row) => row.or([row('summary_key', 'is', null), row('summary_read_at', 'is not', null)]))
    .where((row) => row.or([row('annex_key', 'is', null), row('annex_accepted_at', 'is not', null)]))
    .executeTakeFirst()
  const isSigned = updated.numUpdatedRows === 1n
  if (isSigned) await endSignatureDuty(db, id, 'done', now)
  return isSigned
}

/**
 * Records when the summary of a waiting signature was first read. Returns false when it has no such summary: it was
 * replaced, or the signature has ended.
 */
export async function markSummaryRead(
  db: Database,
  { customerId, id }: SignatureKey,
  { sha256, now }: { sha256: string; now: Date },
): Promise<boolean> {
  const updated = await db
    .updateTable('signature')
    .set((row) => ({ summary_read_at: row.fn.coalesce('summary_read_at', row.val(now)) }))
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', id)
    .where('state', '=', 'waiting')
    .where('summary_sha256', '=', sha256)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Records when the annex of a waiting signature was first accepted. Returns false when it has no such annex. */
export async function markAnnexAccepted(
  db: Database,
  { customerId, id }: SignatureKey,
  { sha256, now }: { sha256: string; now: Date },
): Promise<boolean> {
  const updated = await db
    .updateTable('signature')
    .set((row) => ({ annex_accepted_at: row.fn.coalesce('annex_accepted_at', row.val(now)) }))
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', id)
    .where('state', '=', 'waiting')
    .where('annex_sha256', '=', sha256)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Marks a signature as cancelled. Returns false when it is no longer waiting. */
export async function markCancelled(db: Database, { customerId, id }: SignatureKey, now: Date): Promise<boolean> {
  const updated = await db
    .updateTable('signature')
    .set({ state: 'cancelled', ...withoutCode })
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  const isCancelled = updated.numUpdatedRows === 1n
  if (isCancelled) await endSignatureDuty(db, id, 'cancelled', now)
  return isCancelled
}

/** Assigns the signatures that were requested from a user for these holders to another user. */
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

/** Cancels the pending signature of a contract, also where it covers a second contract. */
export async function cancelSignaturesOfContract(
  db: Database,
  { customerId, contractId, now }: { customerId: number; contractId: number; now: Date },
) {
  const cancelled = await db
    .updateTable('signature')
    .where('customer_id', '=', customerId)
    .where('subject_kind', '=', 'contract')
    .where((of) => of.or([of('contract_id', '=', contractId), of('second_contract_id', '=', contractId)]))
    .where('state', '=', 'waiting')
    .set({ state: 'cancelled', ...withoutCode })
    .returning('signature_id')
    .execute()
  for (const { signature_id: id } of cancelled) await endSignatureDuty(db, id, 'cancelled', now)
}

/** Servers that expire signatures at the same time are fewer than this. */
const claimAttempts = 20

/**
 * Claims one signature that is past its end, or whose holder was identified too long ago to sign it, and that is not
 * claimed by another server, and marks it as expired.
 */
export async function expireNextSignature(db: Database, now: Date): Promise<StoredSignature | undefined> {
  const outdated = await findOutdatedIdentifications(db, now)
  const isPastItsEnd = db
    .selectFrom('signature')
    .select(['customer_id', 'signature_id'])
    .where('state', '=', 'waiting')
    .where((of) =>
      of.or([
        of('expires_at', '<=', now),
        of.and([
          sql<boolean>`signature.customer_id = any(${outdated.map((each) => each.customer_id)}::bigint[])`,
          sql<boolean>`${outdated.map((each) => each.contract_id)}::bigint[] && array[contract_id, second_contract_id]`,
        ]),
      ]),
    )
  // Rows are locked one by one: where signatures are distributed, those of several nodes cannot be locked at once.
  for (const { customer_id, signature_id } of await isPastItsEnd.orderBy('expires_at').limit(claimAttempts).execute()) {
    const key = { customer_id, signature_id }
    const claimed = await isPastItsEnd
      .where((row) => row.and(key))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!claimed) continue
    await db
      .updateTable('signature')
      .set({ state: 'expired', ...withoutCode })
      .where((row) => row.and(key))
      .execute()
    await endSignatureDuty(db, signature_id, 'cancelled', now)
    return findSignature(db, { customerIds: [customer_id], signatureId: signature_id })
  }
  return undefined
}

/** Returns the contracts whose duty to sign with a recent identification is past its day (Real Decreto 88/2026, art. 13.ah). */
function findOutdatedIdentifications(db: Database, now: Date) {
  return db
    .selectFrom('duty')
    .where('kind', '=', 'identification')
    .where('state', '=', 'open')
    .where('due_at', '<=', now)
    .select(['customer_id', 'contract_id'])
    .orderBy('due_at')
    .limit(claimAttempts)
    .execute()
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

function isOfHolder({ customerIds, userId }: SignatureViewer, claims: readonly number[]): RawBuilder<boolean> {
  const isOwn = isOneOf('signature.customer_id', customerIds)
  // Without a claim the holder alone tells on which node the row is.
  if (claims.length === 0) return isOwn
  return sql`(${isOwn} or (signature.customer_id = any(${claims}) and signature.requested_by_user_id = ${userId}))`
}

function isOfEndedClaim({ userId }: SignatureViewer): RawBuilder<boolean> {
  return sql`(signature.state in ('expired', 'cancelled') and signature.requested_by_user_id = ${userId ?? null}
    and customer.claimed_tax_id is not null and customer.claimed_by_user_id is null)`
}
