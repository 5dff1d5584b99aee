import { createHash } from 'node:crypto'
import type { Files } from '#outside/files/files.ts'
import type { Database } from '../database.ts'
import { demoUuidOf } from './invoices/card-payments.ts'

const lifeDays = 30

type PendingSignature = {
  contract: { customerId: number; contractId: number; name: string }
  userId: number
  locale: string
  subject: { kind: string; id: number }
  document: { title: string; content: Buffer }
  requestedAt: Date
}

/** Leaves a document of a contract unsigned, always with the same id. @returns that id. */
export async function storePendingSignature(
  db: Database,
  files: Files,
  { contract, userId, locale, subject, document, requestedAt }: PendingSignature,
): Promise<string> {
  const signatureId = demoUuidOf(`signature of ${contract.name}`)
  const expiresAt = new Date(requestedAt)
  expiresAt.setUTCDate(expiresAt.getUTCDate() + lifeDays)
  await db
    .insertInto('signature')
    .values({
      customer_id: contract.customerId,
      signature_id: signatureId,
      subject_kind: subject.kind,
      subject_id: subject.id,
      contract_id: contract.contractId,
      requested_by_user_id: userId,
      locale,
      title: document.title,
      document_key: await files.put(document.content),
      document_sha256: createHash('sha256').update(document.content).digest('hex'),
      state: 'waiting',
      created_at: requestedAt,
      expires_at: expiresAt,
    })
    .execute()
  return signatureId
}
