import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { codeChannels } from '#outside/signature/code-channel.ts'
import { signatureDocuments, signatureStates } from './rules.ts'
import { SummaryPaper } from './summary.ts'

const Instant = z.iso.datetime({ offset: true })
const Contract = z.object({ name: z.string(), type: z.enum(['electricity', 'gas']) })

/** The contracts of the document: two for electricity and gas taken out together. An upstream server may omit them. */
const Contracts = z.optional(z.array(Contract))

/** A channel for a code, with its destination masked, so that only its owner recognises it. */
const Channel = z.object({ channel: z.enum(codeChannels), to: z.string() })

const Signature = z.object({
  id: z.string(),
  state: z.enum(signatureStates),
  title: z.string(),
  created_at: Instant,
  expires_at: Instant,
  signed_at: z.nullable(Instant),
  /** The signer: the user of the session, on behalf of the holder. */
  signer: z.object({ name: z.string(), holder: z.string() }),
  /** The first of the contracts. */
  contract: z.nullable(Contract),
  contracts: Contracts,
  /** The SHA-256 of the current document; the signer sends that of the one they have read. An upstream server may omit it. */
  document_sha256: z.optional(z.string()),
  /** What must be read before a code is sent; null where the document needs none. An upstream server may omit it. */
  summary: z.optional(
    z.nullable(
      z.object({
        sha256: z.string(),
        sent_at: Instant,
        read_at: z.nullable(Instant),
        /** One for each document. */
        papers: z.array(SummaryPaper),
      }),
    ),
  ),
  /**
   * A paper of its own that is accepted before a code is sent, and signed with it; null where there is none. An upstream
   * server may omit it.
   */
  annex: z.optional(
    z.nullable(z.object({ sha256: z.string(), accepted_at: z.nullable(Instant), paper: SummaryPaper })),
  ),
  channels: z.array(Channel),
  /** The code that can be entered now; null if none was sent, or the last one has expired or has no tries left. */
  code: z.nullable(z.object({ ...Channel.shape, expires_at: Instant, tries_left: z.number() })),
  documents: z.array(z.enum(signatureDocuments)),
})
export type Signature = z.output<typeof Signature>

const PendingSignature = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  expires_at: Instant,
  contract: z.nullable(Contract),
  contracts: Contracts,
})

/** The SHA-256 of the document that was read; without it, the current one is meant. */
const Sha256 = z.string().check(z.maxLength(64), z.regex(/^[\da-f]{64}$/))
const DocumentHash = z.optional(Sha256)

/** Why a document cannot be signed: it has changed since it was read, or its signature has ended. */
const endedRefusals = {
  document_changed: 409,
  already_signed: 409,
  signature_expired: 409,
  signature_cancelled: 409,
} as const

const unsignableRefusals = {
  ...endedRefusals,
  summary_unread: 409,
  annex_unaccepted: 409,
  /** The signature is cancelled, so that the same can be requested with a new identification. */
  identification_outdated: 409,
} as const

export const listSignatures = call({
  method: 'GET',
  path: '/signatures/',
  versions: [1, 2],
  access: 'customer',
  priority: 'critical',
  reply: z.object({ items: z.array(PendingSignature) }),
  summary: 'Lists the documents that await a signature, oldest first',
})

export const readSignature = call({
  method: 'GET',
  path: '/signatures/:signatureId',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'critical',
  reply: Signature,
  summary: 'Returns a document to sign: its status and the channels for receiving a code',
})

export const markSignatureSummaryRead = call({
  method: 'POST',
  path: '/signatures/:signatureId/summary/read',
  versions: [1, 2],
  access: 'customer',
  priority: 'critical',
  /** The SHA-256 of the summary that was read. */
  body: z.strictObject({ summary_sha256: Sha256 }),
  reply: Signature,
  refusals: { ...endedRefusals, no_summary: 404 },
  summary: 'Records that the summary of a document was read, before which it cannot be signed',
})

export const acceptSignatureAnnex = call({
  method: 'POST',
  path: '/signatures/:signatureId/annex/accept',
  versions: [1, 2],
  access: 'customer',
  priority: 'critical',
  /** The SHA-256 of the annex that was read. */
  body: z.strictObject({ annex_sha256: Sha256 }),
  reply: Signature,
  refusals: { ...endedRefusals, no_annex: 404 },
  summary: 'Records that the paper that is signed with a document was accepted, before which neither can be signed',
})

export const sendSignatureCode = call({
  method: 'POST',
  path: '/signatures/:signatureId/code',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'critical',
  body: z.strictObject({ channel: z.enum(codeChannels), document_sha256: DocumentHash }),
  reply: Signature,
  refusals: { ...unsignableRefusals, no_phone: 400, too_many_codes: 429 },
  summary: 'Sends a one-time code of six digits by mail or text message',
})

export const signDocument = call({
  method: 'POST',
  path: '/signatures/:signatureId/sign',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'critical',
  hasSecrets: true,
  body: z.strictObject({
    code: z.string().check(z.regex(/^\d{6}$/, 'code_incomplete')),
    document_sha256: DocumentHash,
  }),
  reply: Signature,
  refusals: { ...unsignableRefusals, code_wrong: 400, code_expired: 409, too_many_attempts: 409 },
  summary: 'Signs the document with the code that was sent',
})
