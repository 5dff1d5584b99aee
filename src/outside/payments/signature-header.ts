import { reportToleranceSeconds } from './payment-provider.ts'

/** When a report was signed, in seconds, and its signatures: several while the provider rotates its secret. */
type SignatureHeader = { seconds: number; signatures: string[] }

const maxHeaderLength = 2_000

/**
 * Parses the header `t=…,v1=…` of a signed report. Returns null if it is missing, empty, sent twice or malformed, or if
 * its time differs from the clock by more than the tolerance, in the past or in the future.
 */
export function parseSignatureHeader(header: unknown, now: Date): SignatureHeader | null {
  if (typeof header !== 'string' || header.length > maxHeaderLength) return null
  const [, time, rest] = /^t=(\d{1,12})((?:,v\d=[0-9a-f]{64})+)$/.exec(header) ?? []
  if (time === undefined || rest === undefined) return null
  const seconds = Number(time)
  if (Math.abs(now.getTime() / 1000 - seconds) > reportToleranceSeconds) return null
  const signatures = [...rest.matchAll(/,v1=([0-9a-f]{64})/g)].map(([, signature]) => signature!)
  return signatures.length ? { seconds, signatures } : null
}
