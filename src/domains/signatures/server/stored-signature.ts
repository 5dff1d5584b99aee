import type { Database } from '#db/database.ts'
import type { CodeChannel } from '#outside/signature/code-channel.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { SignatureState } from '../rules.ts'
import type { SummaryPaper } from '../summary.ts'
import type { Evidence } from './evidence.ts'

/** A signature as stored. */
export type StoredSignature = {
  customerId: number
  id: string
  subject: { kind: string; id: number }
  /** The contracts of the document: none, one, or electricity and gas taken out together. */
  contracts: SignedContract[]
  requestedByUserId: number
  holder: string
  /** From the contract's postal address, or else from the holder. */
  phone: string | null
  locale: Locale
  title: string
  documentKey: string
  documentSha256: string
  sealedKey: string | null
  /** What must be read before; null where the document needs no summary. */
  summary: StoredSummary | null
  /** A paper of its own that is accepted and signed with the document; null where there is none. */
  annex: StoredAnnex | null
  state: SignatureState
  createdAt: Date
  expiresAt: Date
  signedAt: Date | null
  /** The name of the signer. */
  signedBy: string | null
  code: StoredCode | null
  /** When codes were sent within the hour before the last one. */
  codeTimes: Date[]
}

/** The summary of a document, with when it was sent and read. */
export type StoredSummary = { papers: SummaryPaper[]; key: string; sha256: string; sentAt: Date; readAt: Date | null }

/** An annex, with when it was accepted, and once signed, the key of the signed PDF. */
export type StoredAnnex = {
  paper: SummaryPaper
  key: string
  sha256: string
  acceptedAt: Date | null
  sealedKey: string | null
}

type SignedContract = { id: number; name: string; energy: 'electricity' | 'gas' }

/** The code that was sent last. The provider verifies a typed code by its hash; `to` is its masked destination. */
export type StoredCode = { codeHash: string; channel: CodeChannel; to: string; expiresAt: Date; tries: number }

/** Selects signatures with the names of their holder and contracts, and the phone for a code. */
export function selectSignatures(db: Database) {
  return db
    .selectFrom('signature')
    .innerJoin('customer', 'customer.customer_id', 'signature.customer_id')
    .leftJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'signature.customer_id')
        .onRef('contract.contract_id', '=', 'signature.contract_id'),
    )
    .leftJoin('contract as second_contract', (join) =>
      join
        .onRef('second_contract.customer_id', '=', 'signature.customer_id')
        .onRef('second_contract.contract_id', '=', 'signature.second_contract_id'),
    )
    .leftJoin('address', (join) =>
      join
        .onRef('address.customer_id', '=', 'contract.customer_id')
        .onRef('address.address_id', '=', 'contract.notification_address_id'),
    )
    .selectAll('signature')
    .select(['customer.name as holder', 'contract.name as contract_name', 'contract.energy'])
    .select(['second_contract.name as second_name', 'second_contract.energy as second_energy'])
    .select((row) => row.fn.coalesce('address.phone', 'customer.phone').as('phone'))
}

type SignatureRow = Awaited<ReturnType<ReturnType<typeof selectSignatures>['executeTakeFirstOrThrow']>>

/** Returns a selected row as a signature. */
export function toStoredSignature(row: SignatureRow): StoredSignature {
  return {
    customerId: row.customer_id,
    id: row.signature_id,
    subject: { kind: row.subject_kind, id: row.subject_id },
    contracts: [
      ...signedContractsOf({ id: row.contract_id, name: row.contract_name, energy: row.energy }),
      ...signedContractsOf({ id: row.second_contract_id, name: row.second_name, energy: row.second_energy }),
    ],
    requestedByUserId: row.requested_by_user_id,
    holder: row.holder,
    phone: row.phone,
    locale: row.locale as Locale,
    title: row.title,
    documentKey: row.document_key,
    documentSha256: row.document_sha256,
    sealedKey: row.sealed_key,
    summary: toStoredSummary(row),
    annex: toStoredAnnex(row),
    state: row.state as SignatureState,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    signedAt: row.signed_at,
    signedBy: (row.evidence as Evidence | null)?.signer.name ?? null,
    code: toStoredCode(row),
    codeTimes: row.code_times,
  }
}

function toStoredSummary(row: SignatureRow): StoredSummary | null {
  if (row.summary_key === null) return null
  return {
    papers: row.summary as SummaryPaper[],
    key: row.summary_key,
    sha256: row.summary_sha256!,
    sentAt: row.summary_sent_at!,
    readAt: row.summary_read_at,
  }
}

function toStoredAnnex(row: SignatureRow): StoredAnnex | null {
  if (row.annex_key === null) return null
  return {
    paper: row.annex as SummaryPaper,
    key: row.annex_key,
    sha256: row.annex_sha256!,
    acceptedAt: row.annex_accepted_at,
    sealedKey: row.annex_sealed_key,
  }
}

function signedContractsOf({
  id,
  name,
  energy,
}: { [Part in keyof SignedContract]: SignedContract[Part] | string | null }) {
  return id === null || name === null ? [] : [{ id, name, energy } as SignedContract]
}

/** Converts the columns of the last code; null when none was sent, or it is no longer valid. */
export function toStoredCode(
  row: Pick<SignatureRow, 'code_hash' | 'code_channel' | 'code_sent_to' | 'code_expires_at' | 'attempts'>,
): StoredCode | null {
  const {
    code_hash: codeHash,
    code_channel: channel,
    code_sent_to: to,
    code_expires_at: expiresAt,
    attempts: tries,
  } = row
  if (codeHash === null || expiresAt === null) return null
  return { codeHash, channel: channel as CodeChannel, to: to!, expiresAt, tries }
}
