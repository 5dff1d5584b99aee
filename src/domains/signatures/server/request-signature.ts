import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { SummaryPaper } from '../summary.ts'
import { openSignatureDuty } from './signature-duty.ts'

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
  /** The summary that must be read before it is signed; none where the document needs none. */
  summary?: DrawnSummary
  /** A paper of its own that is signed with it, once it is accepted; most documents have none. */
  annex?: DrawnSummary
  locale: Locale
  now: Date
}

/** A summary for the screen, and as a tagged PDF. */
export type DrawnSummary = { paper: SummaryPaper; content: Buffer }

/** A requested signature: its id, and the page where the document is read and signed. Named as in the API. */
export type SignatureRequest = { id: string; url: string }

/**
 * Stores a document that can be signed until its term ends; the signer can leave and return. Its subject waits until
 * then.
 */
export async function requestSignature(db: Database, files: Files, input: DocumentToSign): Promise<SignatureRequest> {
  const id = randomUUID()
  const { customerId, userId, contractId, subject, title, document, summary, annex, locale, now } = input
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
      document_sha256: sha256Of(document),
      ...(summary && (await summaryColumns(files, { papers: [summary.paper], content: summary.content, now }))),
      ...(annex && (await annexColumns(files, annex))),
      state: 'waiting',
      created_at: now,
      expires_at: await openSignatureDuty(db, { id, customerId, contractId: contractId ?? null, subject, now }),
    })
    .execute()
  return { id, url: `/signature/${id}` }
}

/** Stores the PDF of a summary that is sent now. @returns its columns, unread. */
export async function summaryColumns(
  files: Files,
  { papers, content, now }: { papers: readonly SummaryPaper[]; content: Buffer; now: Date },
) {
  return {
    summary: JSON.stringify(papers),
    summary_key: await files.put(content),
    summary_sha256: sha256Of(content),
    summary_sent_at: now,
    summary_read_at: null,
  }
}

/** Stores the PDF of an annex. @returns its columns, not accepted. */
export async function annexColumns(files: Files, { paper, content }: DrawnSummary) {
  return {
    annex: JSON.stringify(paper),
    annex_key: await files.put(content),
    annex_sha256: sha256Of(content),
    annex_accepted_at: null,
  }
}

/** Returns the SHA-256 of a document, in hexadecimal digits. */
export function sha256Of(document: Buffer): string {
  return createHash('sha256').update(document).digest('hex')
}
