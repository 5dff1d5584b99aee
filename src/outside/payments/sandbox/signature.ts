import { createHmac, timingSafeEqual } from 'node:crypto'
import { readSignatureHeader } from '../signature-header.ts'

export const signatureHeader = 'sandbox-signature'

/** The signature of a report: when it was sent, and a MAC over that and the body. */
export function signed(rawBody: string, { secret, now }: { secret: string; now: Date }): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${macOf(`${seconds}.${rawBody}`, secret).toString('hex')}`
}

/** Whether a header holds a signature of this body, with this secret, that is neither old nor of the future. */
export function isSigned(rawBody: string, header: unknown, { secret, now }: { secret: string; now: Date }): boolean {
  const read = readSignatureHeader(header, now)
  if (!read) return false
  const mac = macOf(`${read.seconds}.${rawBody}`, secret)
  return read.signatures.some((signature) => timingSafeEqual(mac, Buffer.from(signature, 'hex')))
}

function macOf(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}
