import type { CodeChannel } from '#outside/signature/code-channel.ts'

/** What shows that somebody signed a document. It is kept with the signature and stands on the last page of the sealed copy. */
export type Evidence = {
  signatureId: string
  title: string
  documentSha256: string
  /** With its length the document can be cut out of the sealed copy, which begins with it. */
  documentBytes: number
  /** Who: the person of the session, and the holder for whom they sign. */
  signer: { userId: number; name: string; holder: string }
  /** When, as an instant in ISO 8601. */
  signedAt: string
  /** From where: the address of the request and the browser as it calls itself. */
  address: string
  browser: string
  /** By which way the code came, and where to, masked. */
  code: { channel: CodeChannel; to: string }
  /** Who made the signature. */
  provider: string
}
