import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { Locale } from '#kit/locale.ts'
import { appendPdf } from '#kit/server/appended-pdf.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Files } from '#outside/files/files.ts'
import type { SignatureProvider } from '#outside/signature/signature.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { Evidence } from './evidence.ts'
import { drawEvidence, type SignaturePaper } from './evidence-document.ts'
import { forgetCodesOf } from './forget-codes.ts'
import { type KeptCode, type KeptSignature, markCancelled, markSigned } from './store.ts'
import { type SignatureSubjects, subjectIn, subjectOf } from './subjects.ts'

export type SignNeeds = {
  db: Kysely<DB>
  files: Files
  provider: SignatureProvider
  subjects: SignatureSubjects
  clock: () => Date
  /** How the evidence is drawn, and what the sealed copy is called. */
  paperIn: (locale: Locale) => SignaturePaper
}

/** Who signs, from where, with the code that was right. */
export type Signing = {
  signature: KeptSignature
  code: KeptCode
  signer: { userId: number; name: string }
  address: string
  browser: string
  requestId: string
}

const longestBrowserName = 300

/**
 * Signs: the sealed copy is made and kept, and in one transaction the signature is marked, what was asked for happens, and
 * its copies go to the documents of its contracts and by mail. False when it was signed or ended meanwhile; where there is
 * nothing left of what is signed, or not all of it, the rest is called off.
 */
export async function sign(needs: SignNeeds, signing: Signing): Promise<boolean> {
  const { db, files, subjects, clock, provider, paperIn } = needs
  const { signature, code, signer, requestId } = signing
  const { customerId, id, subject, title } = signature
  const now = clock()
  const document = await documentOf(files, signature)
  const evidence = evidenceOf(signing, { documentBytes: document.length, provider, now })
  const paper = paperIn(signature.locale)
  const sealed = await provider.seal(appendPdf(document, await drawEvidence(evidence, paper)), title)
  // Files carry the name of their content: a copy of a signing that comes too late is reached from nowhere.
  const copy = {
    key: await files.put(sealed),
    name: fileNameOf(paper.say('signedName', { title })),
    sizeBytes: sealed.length,
  }

  const signAll = db.transaction().execute(async (transaction) => {
    const marked = await markSigned(transaction, signature, {
      proof: code.proof,
      evidence,
      sealedKey: copy.key,
      now,
    })
    if (!marked) return false
    const { whenSigned } = subjectOf(subjects, subject.kind)
    const isDone = await whenSigned(transaction, { ...subjectIn(signature, now), userId: signer.userId })
    if (!isDone) throw new SubjectGone()
    await keepCopies(transaction, { signature, signer, copy, categoryName: paper.say('category'), now })
    await forgetCodesOf(transaction, id)
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
  return signAll.catch(async (problem: unknown) => {
    if (!(problem instanceof SubjectGone)) throw problem
    await callOff(needs, signature, now)
    return false
  })
}

/** Ends the transaction: all that is signed by one code is signed, or nothing of it. */
class SubjectGone extends Error {}

/** Ends a signature of which something is no longer there to be signed, and with it whatever still waits for it. */
function callOff({ db, subjects }: SignNeeds, signature: KeptSignature, now: Date) {
  return db.transaction().execute(async (transaction) => {
    if (!(await markCancelled(transaction, signature))) return
    await subjectOf(subjects, signature.subject.kind).whenExpired(transaction, subjectIn(signature, now))
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
    browser: browser.slice(0, longestBrowserName),
    code: { channel: code.channel, to: code.to },
    provider: provider.name,
  }
}

/** The document as it was read. @throws when it is another by now. */
async function documentOf(files: Files, { id, documentKey, documentSha256 }: KeptSignature): Promise<Buffer> {
  const document = await readDocument(files, documentKey)
  const hash = createHash('sha256').update(document).digest('hex')
  if (hash !== documentSha256) throw new Error(`The document of the signature ${id} has been changed.`)
  return document
}

/** A stored document whole. @throws when it is missing. */
export async function readDocument(files: Files, key: string): Promise<Buffer> {
  const stored = await files.get(key)
  if (!stored) throw new Error(`The file of a signature is missing: ${key}`)
  return buffer(stored)
}

/** What a document is called where it is kept. */
export function fileNameOf(title: string): string {
  return `${title.replace(/[/\\:*?"<>|]+/g, '-').slice(0, 120)}.pdf`
}

async function keepCopies(
  db: Parameters<typeof queueMessage>[0],
  {
    signature,
    signer,
    copy,
    categoryName,
    now,
  }: {
    signature: KeptSignature
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
