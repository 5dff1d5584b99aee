import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import type { Files } from '#outside/files/files.ts'

/** What somebody is asked to sign. */
export type DocumentToSign = {
  customerId: number
  userId: number
  contractId?: number
  /** What happens once it is signed: the kind is known to whoever mounts the calls, the id is that kind's own. */
  subject: { kind: string; id: number }
  /** As the document is named to whoever signs it, in their language. */
  title: string
  /** A tagged PDF. */
  document: Buffer
  locale: Locale
  now: Date
}

/** As a reply with `waiting_for_signature` names it on the wire. */
export type SignatureAsked = { id: string; url: string }

const lifeDays = 30

/**
 * Keeps a document until it is signed, for thirty days; it may be left and come back to. Nothing is changed before.
 * @returns its id, and the page where it is read and signed.
 */
export async function askForSignature(db: Database, files: Files, asked: DocumentToSign): Promise<SignatureAsked> {
  const id = randomUUID()
  const { customerId, userId, contractId, subject, title, document, locale, now } = asked
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

/** Until when a document can be signed that is asked for now. */
export function expiryFrom(now: Date): Date {
  const expiresAt = new Date(now)
  expiresAt.setUTCDate(expiresAt.getUTCDate() + lifeDays)
  return expiresAt
}
