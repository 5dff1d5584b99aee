import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// AES-256-GCM: whoever reads the database without its key, say in a copy, reads nothing, and what was altered is found out.
const cipherName = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts a text with a key of 32 bytes. */
export function seal(text: string, key: Uint8Array): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(cipherName, key, iv)
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
}

/** The text that was sealed with the same key; null for what was altered or sealed with another. */
export function unseal(sealed: string, key: Uint8Array): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv(cipherName, key, bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
