import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto'

/** The one kind of signature that is made and believed here. */
export const signatureVersion = 'HMAC_SHA256_V1'

/** What it takes to sign something about an order: the merchant's key in base64, from which each order has one of its own. */
export type Signer = { secretKey: string; order: string }

/** The signature of a text about an order (Redsys, HMAC SHA-256: the key of an order is its number under the merchant's 3DES key). */
export function signatureOf(text: string, { secretKey, order }: Signer): Buffer {
  const blocks = Buffer.alloc(Math.ceil(Buffer.byteLength(order) / 8) * 8)
  blocks.write(order)
  const cipher = createCipheriv('des-ede3-cbc', Buffer.from(secretKey, 'base64'), Buffer.alloc(8)).setAutoPadding(false)
  const key = Buffer.concat([cipher.update(blocks), cipher.final()])
  return createHmac('sha256', key).update(text).digest()
}

/** Whether a signature, in either alphabet of base64, is of this text. It takes as long whatever is wrong with it. */
export function isSignatureOf(signature: string, text: string, signer: Signer): boolean {
  const given = Buffer.from(signature, 'base64')
  const right = signatureOf(text, signer)
  return given.length === right.length && timingSafeEqual(given, right)
}
