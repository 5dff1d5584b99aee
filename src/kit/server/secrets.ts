import { createHash, randomBytes } from 'node:crypto'

/** Creates a secret of 256 random bits, as URL-safe text. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Returns the hash under which a random secret is stored, so that read access to the database reveals no usable secret.
 * A value with 256 random bits cannot be guessed, so a plain SHA-256 is enough: it needs neither the slowness nor the
 * salt of a password hash.
 */
export function hashSecret(secret: string, encoding: 'base64url' | 'base64' | 'hex' = 'base64url'): string {
  return createHash('sha256').update(secret).digest(encoding)
}
