import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The signature versions that are accepted. Redsys uses the one of the terminal: SHA-256 with a 3DES key for each
 * order, or the later SHA-512 with an AES key (its guide "Firmar una operación").
 */
export const signatureVersions = ['HMAC_SHA256_V1', 'HMAC_SHA512_V2'] as const
export type SignatureVersion = (typeof signatureVersions)[number]

/** The data needed to sign for an order: the merchant's key in base64, from which each order derives its own. */
export type Signer = { secretKey: string; order: string; version: SignatureVersion }

/** Each version has its own base64 alphabet, for parameters and signature alike. */
export const alphabetOf = { HMAC_SHA256_V1: 'base64', HMAC_SHA512_V2: 'base64url' } as const

/** Signs a text about an order. */
export function signText(text: string, signer: Signer): Buffer {
  return signer.version === 'HMAC_SHA256_V1'
    ? createHmac('sha256', tripleDesKey(signer)).update(text).digest()
    : createHmac('sha512', aesKey(signer)).update(text).digest()
}

/** Checks whether a signature, in either base64 alphabet, is valid for this text, in constant time. */
export function hasValidSignature(signature: string, text: string, signer: Signer): boolean {
  const received = Buffer.from(signature, 'base64')
  const expected = signText(text, signer)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

/** Returns the version for its API name; undefined for one that is not accepted. */
export function signatureVersionOf(name: string | null | undefined): SignatureVersion | undefined {
  return signatureVersions.find((version) => version === name)
}

function tripleDesKey({ secretKey, order }: Signer): Buffer {
  const blocks = Buffer.alloc(Math.ceil(Buffer.byteLength(order) / 8) * 8)
  blocks.write(order)
  const cipher = createCipheriv('des-ede3-cbc', Buffer.from(secretKey, 'base64'), Buffer.alloc(8)).setAutoPadding(false)
  return Buffer.concat([cipher.update(blocks), cipher.final()])
}

// The key of an order is its number as text in base64, encrypted with the first sixteen characters of the merchant's
// key.
function aesKey({ secretKey, order }: Signer): string {
  const merchantKey = Buffer.from(secretKey.slice(0, 16).padEnd(16, '0'))
  const cipher = createCipheriv('aes-128-cbc', merchantKey, Buffer.alloc(16))
  return Buffer.concat([cipher.update(order), cipher.final()]).toString('base64')
}
