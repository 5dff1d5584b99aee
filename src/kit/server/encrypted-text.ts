import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { firstKeyId, type KeyRing } from './key-ring.ts'

// AES-256-GCM: without the key a copy of the database cannot be read, and tampering is detected.
const cipherName = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts a text with the current key and prefixes the key id: `2.x8Jk…`. */
export function encryptText(text: string, keys: KeyRing): string {
  const { id, value } = keys.current()
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(cipherName, value, iv)
  if (id !== firstKeyId) cipher.setAAD(Buffer.from(id))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const encrypted = Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
  return id === firstKeyId ? encrypted : `${id}.${encrypted}`
}

/**
 * Decrypts a text with the key that encrypted it. Returns null for a text that was altered, or whose key is missing.
 */
export function decryptText(encrypted: string, keys: KeyRing): string | null {
  const { id, content } = parseEncrypted(encrypted)
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

/** Returns the id of the key that a text states. */
export function keyIdOf(encrypted: string): string {
  return parseEncrypted(encrypted).id
}

function parseEncrypted(encrypted: string): { id: string; content: string } {
  const end = encrypted.indexOf('.')
  return end === -1
    ? { id: firstKeyId, content: encrypted }
    : { id: encrypted.slice(0, end), content: encrypted.slice(end + 1) }
}
