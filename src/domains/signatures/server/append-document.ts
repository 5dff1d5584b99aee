import type { Database } from '#db/database.ts'
import { appendPdf } from '#kit/server/append-pdf.ts'
import type { Files } from '#outside/files/files.ts'
import type { SummaryPaper } from '../summary.ts'
import { redactCodesOf } from './redact-signature-codes.ts'
import {
  annexColumns,
  type DrawnSummary,
  type SignatureRequest,
  sha256Of,
  summaryColumns,
} from './request-signature.ts'
import { openSignatureDuty } from './signature-duty.ts'
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
  /** The summary of the second contract, which is read with that of the first. */
  summary?: DrawnSummary
  /** The annex of the second contract. */
  annex?: DrawnSummary
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
  { customerId, signatureId, contractId, title, document, summary, annex, now }: DocumentToAppend,
): Promise<SignatureRequest | undefined> {
  const pending = await db
    .selectFrom('signature')
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', signatureId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .where('second_contract_id', 'is', null)
    .select(['document_key', 'summary', 'summary_key', 'contract_id', 'subject_kind'])
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
      document_sha256: sha256Of(combined),
      ...(summary && (await summaryColumns(files, { ...(await joinSummaries(files, pending, summary)), now }))),
      ...(annex && (await annexColumns(files, annex))),
      expires_at: await openSignatureDuty(db, {
        ...{ id: signatureId, customerId, contractId: pending.contract_id, now },
        subject: { kind: pending.subject_kind },
      }),
      code_hash: null,
      code_expires_at: null,
    })
    .where('customer_id', '=', customerId)
    .where('signature_id', '=', signatureId)
    .execute()
  await redactCodesOf(db, signatureId)
  return { id: signatureId, url: `/signature/${signatureId}` }
}

/** Joins the summary of the first document, where it has one, with that of the second. Both are to be read again. */
async function joinSummaries(
  files: Files,
  { summary, summary_key: key }: { summary: unknown; summary_key: string | null },
  { paper, content }: DrawnSummary,
) {
  if (key === null) return { papers: [paper], content }
  const papers = [...(summary as SummaryPaper[]), paper]
  return { papers, content: appendPdf(await readDocument(files, key), content) }
}
