import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { firstKeyId, type KeyRing } from './keys/key-ring.ts'

// AES-256-GCM: whoever reads the database without its key, say in a copy, reads nothing, and what was altered is found out.
const cipherName = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts a text with the key in force, whose id it carries: `2.x8Jk…`. */
export function seal(text: string, keys: KeyRing): string {
  const { id, value } = keys.current()
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(cipherName, value, iv)
  if (id !== firstKeyId) cipher.setAAD(Buffer.from(id))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
  return id === firstKeyId ? sealed : `${id}.${sealed}`
}

/** The text that was sealed with one of the keys; null for what was altered, or sealed with a key that is not there. */
export function unseal(sealed: string, keys: KeyRing): string | null {
  const { id, content } = partsOf(sealed)
  const key = keys.find(id)
  const bytes = Buffer.from(content, 'base64url')
  if (!key || bytes.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv(cipherName, key.value, bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  if (id !== firstKeyId) decipher.setAAD(Buffer.from(id))
  try {
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/** The id of the key that a text says it was sealed with. */
export function keyIdOf(sealed: string): string {
  return partsOf(sealed).id
}

function partsOf(sealed: string): { id: string; content: string } {
  const end = sealed.indexOf('.')
  return end === -1 ? { id: firstKeyId, content: sealed } : { id: sealed.slice(0, end), content: sealed.slice(end + 1) }
}
