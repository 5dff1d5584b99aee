import { createHash } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { appendPdf } from '#kit/server/append-pdf.ts'
import type { Files } from '#outside/files/files.ts'
import { redactCodesOf } from './redact-signature-codes.ts'
import { expiryFrom, type SignatureRequest } from './request-signature.ts'
import { readDocument } from './stored-documents.ts'

type DocumentToAppend = {
  customerId: number
  signatureId: string
  /** The contract that the document belongs to. */
  contractId: number
  /** The title of both documents together. */
  title: string
  /** A tagged PDF, appended to the one that waits to be signed. */
  document: Buffer
  now: Date
}

/**
 * Appends the document of a second contract to one that waits to be signed, so that one code signs both or neither. A
 * code that has been sent is for the document as it was read, and becomes invalid. Returns undefined where it is signed
 * or has ended, or already has two contracts.
 */
export async function appendDocument(
  db: Database,
  files: Files,
  { customerId, signatureId, contractId, title, document, now }: DocumentToAppend,
): Promise<SignatureRequest | undefined> {
  const pending = await db
    .selectFrom('signature')
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', signatureId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .where('second_contract_id', 'is', null)
    .select('document_key')
    .forUpdate()
    .executeTakeFirst()
  if (!pending) return undefined
  const combined = appendPdf(await readDocument(files, pending.document_key), document)
  await db
    .updateTable('signature')
    .set({
      title,
      second_contract_id: contractId,
      document_key: await files.put(combined),
      document_sha256: createHash('sha256').update(combined).digest('hex'),
      expires_at: expiryFrom(now),
      code_hash: null,
      code_expires_at: null,
    })
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', signatureId)
    .execute()
  await redactCodesOf(db, signatureId)
  return { id: signatureId, url: `/signature/${signatureId}` }
}
