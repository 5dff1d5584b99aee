import { createHash } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { appendPdf } from '#kit/server/appended-pdf.ts'
import type { Files } from '#outside/files/files.ts'
import { expiryFrom, type SignatureAsked } from './ask-for-signature.ts'
import { forgetCodesOf } from './forget-codes.ts'
import { readDocument } from './sign.ts'

type DocumentToJoin = {
  customerId: number
  signatureId: string
  /** The contract that it is of. */
  contractId: number
  /** What both documents are called together. */
  title: string
  /** A tagged PDF, which follows what waits to be signed. */
  document: Buffer
  now: Date
}

/**
 * Adds the document of a second contract to one that waits to be signed, so that one code signs both or neither. A code that is
 * out is for the document as it was read, and signs no more. Undefined where it is signed or ended meanwhile, or has two.
 */
export async function joinDocument(
  db: Database,
  files: Files,
  { customerId, signatureId, contractId, title, document, now }: DocumentToJoin,
): Promise<SignatureAsked | undefined> {
  const waiting = await db
    .selectFrom('signature')
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', signatureId)
    .where('state', '=', 'waiting')
    .where('second_contract_id', 'is', null)
    .select('document_key')
    .forUpdate()
    .executeTakeFirst()
  if (!waiting) return undefined
  const whole = appendPdf(await readDocument(files, waiting.document_key), document)
  await db
    .updateTable('signature')
    .set({
      ...{ title, second_contract_id: contractId, document_key: await files.put(whole) },
      document_sha256: createHash('sha256').update(whole).digest('hex'),
      ...{ expires_at: expiryFrom(now), code_hash: null, code_expires_at: null },
    })
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', signatureId)
    .execute()
  await forgetCodesOf(db, signatureId)
  return { id: signatureId, url: `/signature/${signatureId}` }
}
