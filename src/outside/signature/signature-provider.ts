import type { CodeChannel } from './code-channel.ts'

/** A one-time code to be delivered to the signer. */
export type IssuedCode = {
  /** A hash by which the provider recognises the code, without revealing it. */
  codeHash: string
  /** The code itself if the portal has to deliver it; null for a provider that delivers codes itself. */
  codeToDeliver: string | null
}

/** A provider of signatures: the verification of the signer's code, and the seal on the signed document. */
export type SignatureProvider = {
  /** As named in the evidence. */
  name: string
  issueCode(request: { signatureId: string; channel: CodeChannel; to: string }): Promise<IssuedCode>
  isRightCode(attempt: { signatureId: string; codeHash: string; code: string }): Promise<boolean>
  /** Returns the document with its evidence, sealed so that any changed byte is detected. */
  seal(pdf: Buffer, reason: string): Promise<Buffer>
}
