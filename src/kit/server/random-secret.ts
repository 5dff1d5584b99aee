import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 random bits, as text that fits into an address. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Under which a random secret is kept, so that whoever reads the database learns nothing that opens anything. What has 256
 * random bits is never found by trying, so a plain SHA-256 is enough: it needs neither the slowness nor the salt of the hash
 * of a password.
 */
export function secretHash(secret: string, encoding: 'base64url' | 'base64' | 'hex' = 'base64url'): string {
  return createHash('sha256').update(secret).digest(encoding)
}
