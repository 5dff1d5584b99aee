import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { SignatureProvider } from './signature.ts'

/** Signatures made here: codes of six digits that we deliver ourselves, and a seal with a certificate of the retailer. */
export function ownSignatures({
  name,
  key,
  seal,
}: {
  name: () => string
  /** Without it nobody finds the code that belongs to a proof. */
  key: () => Promise<Buffer>
  seal: SignatureProvider['seal']
}): SignatureProvider {
  // Bound to its signature, so that the proof of one opens no other.
  const proofOf = async (signatureId: string, code: string) =>
    createHmac('sha256', await key())
      .update(`${signatureId} ${code}`)
      .digest()

  return {
    get name() {
      return name()
    },
    async issueCode({ signatureId }) {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      return { proof: (await proofOf(signatureId, code)).toString('base64url'), codeToDeliver: code }
    },
    async isRightCode({ signatureId, proof, code }) {
      const [told, known] = [await proofOf(signatureId, code), Buffer.from(proof, 'base64url')]
      return told.length === known.length && timingSafeEqual(told, known)
    },
    seal,
  }
}
