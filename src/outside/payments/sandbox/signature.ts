import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseSignatureHeader } from '../signature-header.ts'

export const signatureHeader = 'sandbox-signature'

/** Signs a report: the time of sending, and a MAC over that time and the body. */
export function signReport(rawBody: string, { secret, now }: { secret: string; now: Date }): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${macOf(`${seconds}.${rawBody}`, secret).toString('hex')}`
}

/**
 * Checks whether a header contains a signature of this body, with this secret, that is neither too old nor in the
 * future.
 */
export function hasValidSignature(
  rawBody: string,
  header: unknown,
  { secret, now }: { secret: string; now: Date },
): boolean {
  const read = parseSignatureHeader(header, now)
  if (!read) return false
  const mac = macOf(`${read.seconds}.${rawBody}`, secret)
  return read.signatures.some((signature) => timingSafeEqual(mac, Buffer.from(signature, 'hex')))
}

function macOf(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}
