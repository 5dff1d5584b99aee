import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// One-time codes by time, as every app makes them: RFC 6238 on RFC 4226 with SHA-1, 6 digits and steps of 30 seconds.
const stepSeconds = 30
const digits = 6
const secretBytes = 20
/** Clocks of telephones are a little off, and people take a while to type. */
const stepsAside = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret, in base32 as apps take it. */
export function makeSecret(): string {
  return base32(randomBytes(secretBytes))
}

/** The secret in base32 that follows from bytes, the same each time. */
export function secretOf(bytes: Buffer): string {
  return base32(bytes.subarray(0, secretBytes))
}

/** The code of a secret at an instant. */
export function codeAt(secret: string, instant: Date): string {
  return codeOfStep(secret, stepOf(instant))
}

/**
 * The step of time that a typed code is of, now or one beside it; null for a wrong code and for one not later than the
 * last that was taken, since a code is good once.
 */
export function stepOfCode(
  secret: string,
  typed: string,
  { now, lastStep }: { now: Date; lastStep: number },
): number | null {
  const present = stepOf(now)
  for (let step = present - stepsAside; step <= present + stepsAside; step++)
    if (step > lastStep && isSame(codeOfStep(secret, step), typed)) return step
  return null
}

/** The address from which an app takes a secret over, also drawn as a QR code (Key URI Format of Google Authenticator). */
export function secretAddress(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = { secret, issuer, algorithm: 'SHA1', digits: String(digits), period: String(stepSeconds) }
  const written = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `otpauth://totp/${label}?${written.join('&')}`
}

function stepOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000 / stepSeconds)
}

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.max(step, 0)))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  // The last four bits say where the four bytes begin; their first bit is left out (RFC 4226, 5.3).
  const number = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

function isSame(code: string, typed: string): boolean {
  return code.length === typed.length && timingSafeEqual(Buffer.from(code), Buffer.from(typed))
}

/** Bytes in base32 without padding (RFC 4648); a multiple of five bytes needs none. */
function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return bits.match(/.{5}/g)!.reduce((text, five) => text + alphabet[Number.parseInt(five, 2)], '')
}

function bytesOf(text: string): Buffer {
  let bits = ''
  for (const letter of text) bits += alphabet.indexOf(letter).toString(2).padStart(5, '0')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
