import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { CodeChannel } from '#outside/signature/code-channel.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { codeLifeMinutes, codesPerHour, type SignatureState, triesPerCode } from '../rules.ts'
import type { Evidence } from './evidence.ts'

/** A signature as stored. */
export type StoredSignature = {
  customerId: number
  id: string
  subject: { kind: string; id: number }
  /** The contracts of the document: none, one, or electricity and gas taken out together. */
  contracts: SignedContract[]
  requestedByUserId: number
  holder: string
  /** From the contract's postal address, or else from the holder. */
  phone: string | null
  locale: Locale
  title: string
  documentKey: string
  documentSha256: string
  sealedKey: string | null
  state: SignatureState
  createdAt: Date
  expiresAt: Date
  signedAt: Date | null
  /** The name of the signer. */
  signedBy: string | null
  code: StoredCode | null
  codeTimes: Date[]
}

export type SignedContract = { id: number; name: string; energy: 'electricity' | 'gas' }

/** The last code: the value to verify it with, its destination, its expiry, and the number of tries. */
export type StoredCode = { proof: string; channel: CodeChannel; to: string; expiresAt: Date; tries: number }

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

function selectSignatures(db: Database) {
  return db
    .selectFrom('signature')
    .innerJoin('customer', 'customer.customer_id', 'signature.customer_id')
    .leftJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'signature.customer_id')
        .onRef('contract.contract_id', '=', 'signature.contract_id'),
    )
    .leftJoin('contract as second_contract', (join) =>
      join
        .onRef('second_contract.customer_id', '=', 'signature.customer_id')
        .onRef('second_contract.contract_id', '=', 'signature.second_contract_id'),
    )
    .leftJoin('address', (join) =>
      join
        .onRef('address.customer_id', '=', 'contract.customer_id')
        .onRef('address.address_id', '=', 'contract.notification_address_id'),
    )
    .selectAll('signature')
    .select(['customer.name as holder', 'contract.name as contract_name', 'contract.energy'])
    .select(['second_contract.name as second_name', 'second_contract.energy as second_energy'])
    .select((row) => row.fn.coalesce('address.phone', 'customer.phone').as('phone'))
}

type SignatureRow = Awaited<ReturnType<ReturnType<typeof selectSignatures>['executeTakeFirstOrThrow']>>

function toStoredSignature(row: SignatureRow): StoredSignature {
  return {
    customerId: row.customer_id,
    id: row.signature_id,
    subject: { kind: row.subject_kind, id: row.subject_id },
    contracts: [
      ...signedContractsOf({ id: row.contract_id, name: row.contract_name, energy: row.energy }),
      ...signedContractsOf({ id: row.second_contract_id, name: row.second_name, energy: row.second_energy }),
    ],
    requestedByUserId: row.requested_by_user_id,
    holder: row.holder,
    phone: row.phone,
    locale: row.locale as Locale,
    title: row.title,
    documentKey: row.document_key,
    documentSha256: row.document_sha256,
    sealedKey: row.sealed_key,
    state: row.state as SignatureState,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    signedAt: row.signed_at,
    signedBy: (row.evidence as Evidence | null)?.signer.name ?? null,
    code: toStoredCode(row),
    codeTimes: row.code_times,
  }
}

function signedContractsOf({
  id,
  name,
  energy,
}: { [Part in keyof SignedContract]: SignedContract[Part] | string | null }) {
  return id === null || name === null ? [] : [{ id, name, energy } as SignedContract]
}

function toStoredCode(
  row: Pick<SignatureRow, 'code_hash' | 'code_channel' | 'code_sent_to' | 'code_expires_at' | 'attempts'>,
): StoredCode | null {
  const { code_hash: proof, code_channel: channel, code_sent_to: to, code_expires_at: expiresAt, attempts: tries } = row
  if (proof === null || expiresAt === null) return null
  return { proof, channel: channel as CodeChannel, to: to!, expiresAt, tries }
}
