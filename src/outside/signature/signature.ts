import type { CodeChannel } from './code-channel.ts'

/** A code on its way to whoever signs. */
export type IssuedCode = {
  /** By which the provider knows the code again; nothing from which it could be read. */
  proof: string
  /** The code itself where it is for us to deliver; a provider that delivers by itself has none. */
  codeToDeliver: string | null
}

/** What makes a signature one: the proof of who signs, and the seal on what was signed. */
export type SignatureProvider = {
  /** As the evidence names it. */
  name: string
  issueCode(asked: { signatureId: string; channel: CodeChannel; to: string }): Promise<IssuedCode>
  isRightCode(told: { signatureId: string; proof: string; code: string }): Promise<boolean>
  /** The document with its evidence, closed so that a change of a byte shows. */
  seal(pdf: Buffer, reason: string): Promise<Buffer>
}
