import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// Time-based one-time codes, as every authenticator app makes them: RFC 6238 on RFC 4226 with SHA-1, 6 digits and steps
// of 30 seconds.
const stepSeconds = 30
const digits = 6
const secretBytes = 20
/** Clocks of phones are slightly off, and users take a while to type. */
const allowedDriftSteps = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Generates a new secret, in base32 as apps expect it. */
export function generateSecret(): string {
  return base32(randomBytes(secretBytes))
}

/** Returns the secret in base32 for given bytes, the same each time. */
export function secretFromBytes(bytes: Buffer): string {
  return base32(bytes.subarray(0, secretBytes))
}

/** Returns the code of a secret at an instant. */
export function codeAt(secret: string, instant: Date): string {
  return codeOfStep(secret, stepOf(instant))
}

/**
 * Returns the time step that a code belongs to, the current one or one beside it. Null for a wrong code and for one not
 * later than the last one used, since a code works once.
 */
export function findMatchingStep(
  secret: string,
  input: string,
  { now, lastStep }: { now: Date; lastStep: number },
): number | null {
  const currentStep = stepOf(now)
  for (let step = currentStep - allowedDriftSteps; step <= currentStep + allowedDriftSteps; step++)
    if (step > lastStep && isSame(codeOfStep(secret, step), input)) return step
  return null
}

/**
 * Returns the URI from which an app imports a secret, also drawn as a QR code (Key URI Format of Google Authenticator).
 */
export function otpauthUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = { secret, issuer, algorithm: 'SHA1', digits: String(digits), period: String(stepSeconds) }
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `otpauth://totp/${label}?${parameters.join('&')}`
}

function stepOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000 / stepSeconds)
}

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.max(step, 0)))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  // The last four bits are the offset of the four bytes; their first bit is dropped (RFC 4226, 5.3).
  const number = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

function isSame(code: string, input: string): boolean {
  return code.length === input.length && timingSafeEqual(Buffer.from(code), Buffer.from(input))
}

/** Encodes bytes in base32 without padding (RFC 4648); a multiple of five bytes needs none. */
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
