import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Database } from '#db/database.ts'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import type { ZipEntry } from '#kit/server/zip.ts'
import type { Files } from '#outside/files/files.ts'
import { subjectOfSignedContract } from '../../server/contract-duties.ts'

export type EvidenceKey = { customerId: number; contractId: number }

/** What is kept of a signed contract (Real Decreto 88/2026, art. 13.ah and 18.5). */
export type ContractEvidence = NonNullable<Awaited<ReturnType<typeof findContractEvidence>>>

/** Finds what is kept of a contract that was signed here; undefined where none was. */
export async function findContractEvidence(db: Database, { customerId, contractId }: EvidenceKey) {
  const signature = await db
    .selectFrom('signature')
    .innerJoin('contract', (join) =>
      join.onRef('contract.customer_id', '=', 'signature.customer_id').on('contract.contract_id', '=', contractId),
    )
    .where('signature.customer_id', '=', customerId)
    .where('subject_kind', '=', 'contract')
    .where('signature.state', '=', 'signed')
    .where((of) => of.or([of('signature.contract_id', '=', contractId), of('second_contract_id', '=', contractId)]))
    .orderBy('signed_at', 'desc')
    .selectAll('signature')
    .select('contract.name as contract_name')
    .executeTakeFirst()
  return signature && { signature, contractId, name: signature.contract_name }
}

/** What the archive is made of, and the number of its files. */
export type EvidenceArchive = { entries: ZipEntry[]; fileCount: number }

/** The papers of a signature by their names in the archive. */
const papers = [
  ['summary.pdf', 'summary_key'],
  ['contract.pdf', 'document_key'],
  ['contract-signed.pdf', 'sealed_key'],
  ['annex.pdf', 'annex_key'],
  ['annex-signed.pdf', 'annex_sealed_key'],
] as const

/**
 * Reads everything that is kept of a contract: its papers, the evidence of its signature, how its holder was identified,
 * and the consents. The last file lists the others with their SHA-256. @throws Refused where a file was not scanned yet.
 */
export async function readContractEvidence(
  { db, files }: { db: Database; files: Files },
  evidence: ContractEvidence,
  now: Date,
): Promise<EvidenceArchive> {
  const { signature } = evidence
  const contents: { name: string; content: Buffer; isPacked: boolean }[] = []
  for (const [name, column] of papers) {
    const key = signature[column]
    if (key !== null) contents.push({ name, content: await readFile(files, key), isPacked: true })
  }
  const identification = await findIdentification(db, evidence)
  for (const file of identification.files)
    contents.push({
      name: `identification/${file.purpose}-${file.file_name.replace(/[/\\:*?"<>|]+/g, '-')}`,
      content: await buffer(await openUpload(files, file)),
      isPacked: true,
    })
  contents.push(jsonFile('evidence.json', signature.evidence))
  contents.push(jsonFile('identification.json', identification.checks))
  contents.push(jsonFile('consents.json', await findConsents(db, evidence, identification.email)))
  contents.push(jsonFile('terms.json', await findTerms(db, evidence)))
  contents.push(
    jsonFile('manifest.json', {
      contract: evidence.name,
      made_at: now.toISOString(),
      files: contents.map(({ name, content }) => ({ name, bytes: content.length, sha256: sha256Of(content) })),
    }),
  )
  return {
    entries: contents.map(({ name, content, isPacked }) => ({ name, content: [content], isPacked })),
    fileCount: contents.length,
  }
}

/** Returns the documents of the holder, and what was checked of them and when. */
async function findIdentification(db: Database, { signature, contractId }: ContractEvidence) {
  const lead = await db
    .selectFrom('lead')
    .where('customer_id', '=', signature.customer_id)
    .where('contract_id', '=', contractId)
    .select(['lead_id', 'electricity_lead_id', 'email', 'findings', 'check_outcome', 'checked_at', 'created_at'])
    .executeTakeFirst()
  if (!lead) return { files: [], checks: null, email: null }
  const { lead_id: own, electricity_lead_id: shared, findings, check_outcome, checked_at, created_at } = lead
  const files = await db
    .selectFrom('lead_file')
    .innerJoin('upload', 'upload.upload_id', 'lead_file.upload_id')
    .where('lead_id', 'in', [own, ...(shared === null ? [] : [shared])])
    .where('purpose', 'in', ['identity_front', 'identity_back', 'company'])
    .select(['purpose', 'file_name', 'file_key', 'scan_state', 'upload.created_at'])
    .orderBy('purpose')
    .orderBy('upload.created_at')
    .execute()
  const documents = files.map(({ purpose, file_name, created_at: at }) => ({ purpose, file_name, received_at: at }))
  return {
    files,
    email: lead.email,
    checks: { began_at: created_at, findings, operator: { outcome: check_outcome, at: checked_at }, documents },
  }
}

/** Returns the consents of the signer, and of the address that they gave before they had an account. */
function findConsents(db: Database, { signature }: ContractEvidence, email: string | null) {
  return db
    .selectFrom('consent_entry')
    .where((of) =>
      of.or([
        of.and([of('subject_kind', '=', 'user'), of('subject', '=', String(signature.requested_by_user_id))]),
        ...(email === null ? [] : [of.and([of('subject_kind', '=', 'email'), of('subject', '=', email)])]),
      ]),
    )
    .orderBy('at')
    .select(['purpose', 'agreed', 'at', 'locale', 'text_version', 'text_hash'])
    .execute()
}

/** Returns what followed from the signature by when, and until when this is kept. */
function findTerms(db: Database, { contractId }: ContractEvidence) {
  return db
    .selectFrom('duty')
    .where('subject', '=', subjectOfSignedContract(contractId))
    .orderBy('kind')
    .select(['kind', 'state', 'started_at', 'due_on', 'ended_at', 'norm'])
    .execute()
}

async function readFile(files: Files, key: string): Promise<Buffer> {
  const stored = await files.get(key)
  if (!stored) throw new Error(`A paper of a contract is missing: ${key}`)
  return buffer(stored)
}

function jsonFile(name: string, value: unknown) {
  return { name, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`), isPacked: false }
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
