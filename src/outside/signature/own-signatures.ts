import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { SignatureProvider } from './signature.ts'

/** Signatures made here: codes of six digits that we deliver ourselves, and a seal with a certificate of the retailer. */
export function ownSignatures({
  name,
  keys,
  seal,
}: {
  name: () => string
  /** Without them nobody finds the code that belongs to a proof: the one that makes new ones, and all that still hold. */
  keys: { current: () => Uint8Array; all: () => readonly Uint8Array[] }
  seal: SignatureProvider['seal']
}): SignatureProvider {
  // Bound to its signature, so that the proof of one opens no other.
  const proofOf = (key: Uint8Array, signatureId: string, code: string) =>
    createHmac('sha256', key).update(`${signatureId} ${code}`).digest()

  return {
    get name() {
      return name()
    },
    async issueCode({ signatureId }) {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      return { proof: proofOf(keys.current(), signatureId, code).toString('base64url'), codeToDeliver: code }
    },
    async isRightCode({ signatureId, proof, code }) {
      const known = Buffer.from(proof, 'base64url')
      return keys.all().some((key) => {
        const given = proofOf(key, signatureId, code)
        return given.length === known.length && timingSafeEqual(given, known)
      })
    },
    seal,
  }
}
