import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'

/** A document to be signed. */
export type DocumentToSign = {
  customerId: number
  userId: number
  contractId?: number
  /** What is signed. The module that registers the calls maps the kind to its handler; the id is that kind's own. */
  subject: { kind: string; id: number }
  /** The document's title for its signer, in their language. */
  title: string
  /** A tagged PDF. */
  document: Buffer
  locale: Locale
  now: Date
}

/** A requested signature: its id, and the page where the document is read and signed. Named as in the API. */
export type SignatureRequest = { id: string; url: string }

const validityDays = 30

/**
 * Stores a document that can be signed for thirty days; the signer can leave and return. Its subject waits until then.
 */
export async function requestSignature(db: Database, files: Files, input: DocumentToSign): Promise<SignatureRequest> {
  const id = randomUUID()
  const { customerId, userId, contractId, subject, title, document, locale, now } = input
  await db
    .insertInto('signature')
    .values({
      customer_id: customerId,
      signature_id: id,
      subject_kind: subject.kind,
      subject_id: subject.id,
      contract_id: contractId ?? null,
      requested_by_user_id: userId,
      locale,
      title,
      document_key: await files.put(document),
      document_sha256: createHash('sha256').update(document).digest('hex'),
      state: 'waiting',
      created_at: now,
      expires_at: expiryFrom(now),
    })
    .execute()
  return { id, url: `/signature/${id}` }
}

/** Returns the deadline of a document that is requested, or extended, now. */
export function expiryFrom(now: Date): Date {
  const expiresAt = new Date(now)
  expiresAt.setUTCDate(expiresAt.getUTCDate() + validityDays)
  return expiresAt
}
