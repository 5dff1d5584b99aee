import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
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
import { redactCodesOf } from './redact-signature-codes.ts'
import { findHandler, handlerInputOf, type SignatureHandlers } from './signature-handlers.ts'
import { markCancelled, markSigned } from './signature-store.ts'
import { fileNameOf, readDocument } from './stored-documents.ts'
import type { StoredAnnex, StoredCode, StoredSignature } from './stored-signature.ts'

export type SignDeps = {
  db: Kysely<DB>
  files: Files
  provider: SignatureProvider
  handlers: SignatureHandlers
  clock: () => Date
  /** Returns how the evidence is drawn, and the name of the signed PDF. */
  documentContextFor: (locale: Locale) => EvidenceDocumentContext
}

/** A signature to sign, its correct code, and who signs from where. */
type SignInput = {
  signature: StoredSignature
  code: StoredCode
  signer: { userId: number; name: string }
  address: string
  browser: string
  requestId: string
}

// The client chooses its user agent: a long one must not push the evidence to a second page.
const maxBrowserNameLength = 300

/**
 * Signs a document: creates and stores the signed PDF with evidence. One transaction then marks the signature, applies
 * what was requested, and adds a copy to the documents of its contracts and to a mail. Returns false when it was signed
 * or ended meanwhile, or when its subject no longer exists in full: then it is cancelled. @throws when the stored
 * document has changed.
 */
export async function signDocumentWithCode(deps: SignDeps, input: SignInput): Promise<boolean> {
  const { db, files, handlers, clock, provider, documentContextFor } = deps
  const { signature, code, signer, requestId } = input
  const { customerId, id, subject, title } = signature
  const now = clock()
  const document = await readUnchangedDocument(files, signature.id, {
    key: signature.documentKey,
    sha256: signature.documentSha256,
  })
  const evidence = evidenceOf(input, { documentBytes: document.length, provider, now })
  const context = documentContextFor(signature.locale)
  const copy = await sealCopy(deps, { title, document, evidence, context })
  const annexCopy = signature.annex && (await sealAnnex(deps, { signature, annex: signature.annex, evidence, context }))
  const copies = [copy, ...(annexCopy ? [annexCopy] : [])]

  try {
    return await db.transaction().execute(async (transaction) => {
      const result = {
        codeHash: code.codeHash,
        evidence,
        sealedKey: copy.key,
        annexSealedKey: annexCopy?.key ?? null,
        now,
      }
      if (!(await markSigned(transaction, signature, result))) return false
      const { onSigned } = findHandler(handlers, subject.kind)
      const isApplied = await onSigned(transaction, { ...handlerInputOf(signature, now), userId: signer.userId })
      if (!isApplied) throw new SubjectGone()
      await storeCopies(transaction, { signature, signer, copies, categoryName: context.t('category'), now })
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
  } catch (problem) {
    if (!(problem instanceof SubjectGone)) throw problem
    await cancelSignature(deps, signature, now)
    return false
  }
}

type SignedCopy = { title: string; key: string; name: string; sizeBytes: number }
type CopyToSeal = { title: string; document: Buffer; evidence: Evidence; context: EvidenceDocumentContext }

/** Seals and stores a document with its evidence. Files are named after their content: one that comes too late is unreachable. */
async function sealCopy(
  { files, provider }: SignDeps,
  { title, document, evidence, context }: CopyToSeal,
): Promise<SignedCopy> {
  const sealed = await provider.seal(appendPdf(document, await drawEvidence(evidence, context)), title)
  const name = fileNameOf(context.t('signedName', { title }))
  return { title, key: await files.put(sealed), name, sizeBytes: sealed.length }
}

type AnnexToSeal = Pick<CopyToSeal, 'evidence' | 'context'> & { signature: StoredSignature; annex: StoredAnnex }

/** Seals an annex as a paper of its own, with the evidence of the code that signed it. */
async function sealAnnex(deps: SignDeps, { signature, annex, evidence, context }: AnnexToSeal): Promise<SignedCopy> {
  const document = await readUnchangedDocument(deps.files, signature.id, annex)
  const { title } = annex.paper
  const ownEvidence = { ...evidence, title, documentSha256: annex.sha256, documentBytes: document.length, annex: null }
  return sealCopy(deps, { title, document, evidence: ownEvidence, context })
}

/** Rolls back the transaction of a signature whose subject is gone: everything under one code is signed, or nothing. */
class SubjectGone extends Error {}

/** Cancels a signature that can no longer be given, and with it whatever still waits for it. */
export function cancelSignature(
  { db, handlers }: Pick<SignDeps, 'db' | 'handlers'>,
  signature: StoredSignature,
  now: Date,
) {
  return db.transaction().execute(async (transaction) => {
    if (!(await markCancelled(transaction, signature, now))) return
    await findHandler(handlers, signature.subject.kind).onUnsigned(transaction, handlerInputOf(signature, now))
  })
}

function evidenceOf(
  { signature, code, signer, address, browser }: SignInput,
  { documentBytes, provider, now }: { documentBytes: number; provider: SignatureProvider; now: Date },
): Evidence {
  const { id, title, documentSha256, holder, summary, annex } = signature
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
    summary: summary?.readAt
      ? { sha256: summary.sha256, sentAt: summary.sentAt.toISOString(), readAt: summary.readAt.toISOString() }
      : null,
    annex: annex?.acceptedAt
      ? { title: annex.paper.title, sha256: annex.sha256, acceptedAt: annex.acceptedAt.toISOString() }
      : null,
  }
}

/** Returns the document as it was read. @throws when it has changed. */
async function readUnchangedDocument(
  files: Files,
  id: string,
  { key, sha256 }: { key: string; sha256: string },
): Promise<Buffer> {
  const document = await readDocument(files, key)
  const hash = createHash('sha256').update(document).digest('hex')
  if (hash !== sha256) throw new Error(`The document of the signature ${id} has been changed.`)
  return document
}

async function storeCopies(
  db: Database,
  {
    signature,
    signer,
    copies,
    categoryName,
    now,
  }: {
    signature: StoredSignature
    signer: { userId: number }
    copies: readonly SignedCopy[]
    categoryName: string
    now: Date
  },
) {
  const { customerId, contracts, id, title } = signature
  for (const contract of contracts)
    for (const copy of copies)
      await db
        .insertInto('attachment')
        .values({
          customer_id: customerId,
          contract_id: contract.id,
          name: copy.title,
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
      attachments: copies.map(({ key, name }) => ({ fileKey: key, fileName: name })),
    },
    now,
  )
}
