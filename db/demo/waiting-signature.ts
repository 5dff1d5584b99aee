import { createHash } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { Files } from '#outside/files/files.ts'
import { demoUuid } from './invoices/card-payments.ts'

const lifeDays = 30

type Waiting = {
  contract: { customerId: number; contractId: number; name: string }
  userId: number
  locale: string
  subject: { kind: string; id: number }
  document: { title: string; content: Buffer }
  askedAt: Date
}

/** Leaves a document of a contract unsigned, always under the same id. @returns that id. */
export async function keepWaitingSignature(
  db: Database,
  files: Files,
  { contract, userId, locale, subject, document, askedAt }: Waiting,
): Promise<string> {
  const signatureId = demoUuid(`signature of ${contract.name}`)
  const expiresAt = new Date(askedAt)
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
      created_at: askedAt,
      expires_at: expiresAt,
    })
    .execute()
  return signatureId
}
