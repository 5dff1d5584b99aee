import type { CodeChannel } from '#outside/signature/code-channel.ts'

/** The proof that a user signed a document. It is stored with the signature and is the last page of the signed PDF. */
export type Evidence = {
  signatureId: string
  title: string
  documentSha256: string
  /** The length by which the document can be extracted from the signed PDF, which begins with it. */
  documentBytes: number
  /** The signer: the user of the session, and the holder on whose behalf they sign. */
  signer: { userId: number; name: string; holder: string }
  /** The time of signing, as an instant in ISO 8601. */
  signedAt: string
  /** The origin: the address of the request and the browser's user agent. */
  address: string
  browser: string
  /** The channel of the code, and its masked destination. */
  code: { channel: CodeChannel; to: string }
  /** The provider that made the signature. */
  provider: string
  /** The summary that was read before, with when it was sent and read; null where the document needed none. */
  summary: { sha256: string; sentAt: string; readAt: string } | null
  /** The paper that was accepted and signed with it; null where there was none. */
  annex: { title: string; sha256: string; acceptedAt: string } | null
}
