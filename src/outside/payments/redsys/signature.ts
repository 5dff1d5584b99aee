import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The signatures that are believed here. Redsys answers with the one of the terminal: SHA-256 with a 3DES key for each order, or
 * the later SHA-512 with an AES key (its guide "Firmar una operación").
 */
export const signatureVersions = ['HMAC_SHA256_V1', 'HMAC_SHA512_V2'] as const
export type SignatureVersion = (typeof signatureVersions)[number]

/** What it takes to sign something about an order: the merchant's key in base64, from which each order has one of its own. */
export type Signer = { secretKey: string; order: string; version: SignatureVersion }

/** Each version has its alphabet of base64, of parameters and signature alike. */
export const alphabetOf = { HMAC_SHA256_V1: 'base64', HMAC_SHA512_V2: 'base64url' } as const

/** The signature of a text about an order. */
export function signatureOf(text: string, signer: Signer): Buffer {
  return signer.version === 'HMAC_SHA256_V1'
    ? createHmac('sha256', tripleDesKey(signer)).update(text).digest()
    : createHmac('sha512', aesKey(signer)).update(text).digest()
}

/** Whether a signature, in either alphabet of base64, is of this text. It takes as long whatever is wrong with it. */
export function isSignatureOf(signature: string, text: string, signer: Signer): boolean {
  const given = Buffer.from(signature, 'base64')
  const right = signatureOf(text, signer)
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The version by its name on the wire; undefined for one that is not believed. */
export function signatureVersionOf(name: string | null | undefined): SignatureVersion | undefined {
  return signatureVersions.find((version) => version === name)
}

function tripleDesKey({ secretKey, order }: Signer): Buffer {
  const blocks = Buffer.alloc(Math.ceil(Buffer.byteLength(order) / 8) * 8)
  blocks.write(order)
  const cipher = createCipheriv('des-ede3-cbc', Buffer.from(secretKey, 'base64'), Buffer.alloc(8)).setAutoPadding(false)
  return Buffer.concat([cipher.update(blocks), cipher.final()])
}

// The key of an order is the text of its number in base64, encrypted under the first sixteen characters of the merchant's key.
function aesKey({ secretKey, order }: Signer): string {
  const merchantKey = Buffer.from(secretKey.slice(0, 16).padEnd(16, '0'))
  const cipher = createCipheriv('aes-128-cbc', merchantKey, Buffer.alloc(16))
  return Buffer.concat([cipher.update(order), cipher.final()]).toString('base64')
}
