import { createHmac, timingSafeEqual } from 'node:crypto'

export const signatureHeader = 'sandbox-signature'

/** The signature of a report: when it was sent, and a MAC over that and the body. */
export function signed(rawBody: string, { secret, now }: { secret: string; now: Date }): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${macOf(`${seconds}.${rawBody}`, secret).toString('hex')}`
}

/** Whether a signature is of this body, with this secret, and at most so old (or so far ahead). */
export function isSigned(
  rawBody: string,
  signature: unknown,
  { secret, now, toleranceSeconds }: { secret: string; now: Date; toleranceSeconds: number },
): boolean {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(signature))
  if (!parts) return false
  const [, seconds, mac] = parts as unknown as [string, string, string]
  const isFresh = Math.abs(now.getTime() / 1000 - Number(seconds)) <= toleranceSeconds
  return isFresh && timingSafeEqual(macOf(`${seconds}.${rawBody}`, secret), Buffer.from(mac, 'hex'))
}

function macOf(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}
