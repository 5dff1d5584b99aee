import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { appendPdf } from '#kit/server/append-pdf.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Files } from '#outside/files/files.ts'
import type { SignatureProvider } from '#outside/signature/signature-provider.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { Evidence } from './evidence.ts'
import { drawEvidence, type EvidenceDocumentContext } from './evidence-document.ts'
import { redactCodesOf } from './redact-codes.ts'
import { markCancelled, markSigned } from './signature-store.ts'
import { findSubject, type SignatureSubjects, subjectInputOf } from './signature-subjects.ts'
import type { StoredCode, StoredSignature } from './stored-signature.ts'

export type SignDeps = {
  db: Kysely<DB>
  files: Files
  provider: SignatureProvider
  subjects: SignatureSubjects
  clock: () => Date
  /** Returns how the evidence is drawn, and the name of the signed PDF. */
  documentContextFor: (locale: Locale) => EvidenceDocumentContext
}

/** The signer, the origin, and the correct code. */
export type Signing = {
  signature: StoredSignature
  code: StoredCode
  signer: { userId: number; name: string }
  address: string
  browser: string
  requestId: string
}

const maxBrowserNameLength = 300

/**
 * Signs: the signed PDF with evidence is created and stored. One transaction marks the signature, applies what was
 * requested, and sends copies to the documents of its contracts and by mail. Returns false when it was signed or ended
 * meanwhile; where its subject, or part of it, no longer exists, the rest is cancelled.
 */
export async function signDocumentWithCode(deps: SignDeps, signing: Signing): Promise<boolean> {
  const { db, files, subjects, clock, provider, documentContextFor } = deps
  const { signature, code, signer, requestId } = signing
  const { customerId, id, subject, title } = signature
  const now = clock()
  const document = await readUnchangedDocument(files, signature)
  const evidence = evidenceOf(signing, { documentBytes: document.length, provider, now })
  const context = documentContextFor(signature.locale)
  const sealed = await provider.seal(appendPdf(document, await drawEvidence(evidence, context)), title)
  // Files are named after their content: the copy of a signing that comes too late is unreachable.
  const copy = {
    key: await files.put(sealed),
    name: fileNameOf(context.t('signedName', { title })),
    sizeBytes: sealed.length,
  }

  const transactionResult = db.transaction().execute(async (transaction) => {
    const marked = await markSigned(transaction, signature, {
      proof: code.proof,
      evidence,
      sealedKey: copy.key,
      now,
    })
    if (!marked) return false
    const { whenSigned } = findSubject(subjects, subject.kind)
    const isDone = await whenSigned(transaction, { ...subjectInputOf(signature, now), userId: signer.userId })
    if (!isDone) throw new SubjectGone()
    await storeCopies(transaction, { signature, signer, copy, categoryName: context.t('category'), now })
    await redactCodesOf(transaction, id)
    await writeAudit(transaction, {
      action: 'document_signed',
      actorUserId: signer.userId,
      customerId,
      subject: `signature:${id}`,
      after: { kind: subject.kind, subjectId: subject.id, documentSha256: signature.documentSha256 },
      requestId,
    })
    return true
  })
  return transactionResult.catch(async (problem: unknown) => {
    if (!(problem instanceof SubjectGone)) throw problem
    await cancelSignature(deps, signature, now)
    return false
  })
}

/** Rolls back the transaction: everything under one code is signed, or nothing. */
class SubjectGone extends Error {}

/** Cancels a signature whose subject no longer exists in full, and with it whatever still waits for it. */
function cancelSignature({ db, subjects }: SignDeps, signature: StoredSignature, now: Date) {
  return db.transaction().execute(async (transaction) => {
    if (!(await markCancelled(transaction, signature))) return
    await findSubject(subjects, signature.subject.kind).whenExpired(transaction, subjectInputOf(signature, now))
  })
}

function evidenceOf(
  { signature, code, signer, address, browser }: Signing,
  { documentBytes, provider, now }: { documentBytes: number; provider: SignatureProvider; now: Date },
): Evidence {
  const { id, title, documentSha256, holder } = signature
  return {
    signatureId: id,
    title,
    documentSha256,
    documentBytes,
    signer: { userId: signer.userId, name: signer.name, holder },
    signedAt: now.toISOString(),
    address,
    browser: browser.slice(0, maxBrowserNameLength),
    code: { channel: code.channel, to: code.to },
    provider: provider.name,
  }
}

/** Returns the document as it was read. @throws when it has changed. */
async function readUnchangedDocument(
  files: Files,
  { id, documentKey, documentSha256 }: StoredSignature,
): Promise<Buffer> {
  const document = await readDocument(files, documentKey)
  const hash = createHash('sha256').update(document).digest('hex')
  if (hash !== documentSha256) throw new Error(`The document of the signature ${id} has been changed.`)
  return document
}

/** Reads a whole stored document. @throws when it is missing. */
export async function readDocument(files: Files, key: string): Promise<Buffer> {
  const stored = await files.get(key)
  if (!stored) throw new Error(`The file of a signature is missing: ${key}`)
  return buffer(stored)
}

/** Returns the file name of a stored document. */
export function fileNameOf(title: string): string {
  return `${title.replace(/[/\\:*?"<>|]+/g, '-').slice(0, 120)}.pdf`
}

async function storeCopies(
  db: Parameters<typeof queueMessage>[0],
  {
    signature,
    signer,
    copy,
    categoryName,
    now,
  }: {
    signature: StoredSignature
    signer: { userId: number }
    copy: { key: string; name: string; sizeBytes: number }
    categoryName: string
    now: Date
  },
) {
  const { customerId, contracts, id, title } = signature
  for (const contract of contracts)
    await db
      .insertInto('attachment')
      .values({
        customer_id: customerId,
        contract_id: contract.id,
        name: title,
        created_on: marketDayOf(now, 'Europe/Madrid'),
        size_bytes: copy.sizeBytes,
        file_name: copy.name,
        category_name: categoryName,
        file_key: copy.key,
      })
      .execute()
  await queueMessage(
    db,
    {
      kind: 'signatures.signed',
      values: { title },
      userId: signer.userId,
      customerId,
      ...(contracts[0] && { contractId: contracts[0].id }),
      link: `/signature/${id}`,
      attachments: [{ fileKey: copy.key, fileName: copy.name }],
    },
    now,
  )
}
