import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { SignatureProvider } from './signature-provider.ts'

/**
 * Creates the portal's own signatures: codes of six digits that it delivers itself, and a seal with a certificate of
 * the retailer.
 */
export function createOwnSignatureProvider({
  name,
  keys,
  seal,
}: {
  name: () => string
  /**
   * Codes are hashed with these keys, without which a code cannot be found from its hash: the current key for new
   * codes, and all keys that are still valid.
   */
  keys: { current: () => Uint8Array; all: () => readonly Uint8Array[] }
  seal: SignatureProvider['seal']
}): SignatureProvider {
  // The hash includes the signature's id, so that the code of one signature is not valid for another.
  const codeHashOf = (key: Uint8Array, signatureId: string, code: string) =>
    createHmac('sha256', key).update(`${signatureId} ${code}`).digest()

  return {
    get name() {
      return name()
    },
    async issueCode({ signatureId }) {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      return { codeHash: codeHashOf(keys.current(), signatureId, code).toString('base64url'), codeToDeliver: code }
    },
    async isRightCode({ signatureId, codeHash, code }) {
      const expected = Buffer.from(codeHash, 'base64url')
      return keys.all().some((key) => {
        const actual = codeHashOf(key, signatureId, code)
        return actual.length === expected.length && timingSafeEqual(actual, expected)
      })
    },
    seal,
  }
}
