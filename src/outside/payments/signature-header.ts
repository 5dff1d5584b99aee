import { reportToleranceSeconds } from './payments.ts'

/** When a report was signed, in seconds, and its signatures: several, while the provider changes its secret. */
type SignatureHeader = { seconds: number; signatures: string[] }

const longestHeader = 2_000

/**
 * The header `t=…,v1=…` of a signed report; null where it is missing, empty, sent twice or written otherwise, and where it was
 * signed longer ago, or further in the future, than clocks differ.
 */
export function readSignatureHeader(header: unknown, now: Date): SignatureHeader | null {
  if (typeof header !== 'string' || header.length > longestHeader) return null
  const [, time, rest] = /^t=(\d{1,12})((?:,v\d=[0-9a-f]{64})+)$/.exec(header) ?? []
  if (time === undefined || rest === undefined) return null
  const seconds = Number(time)
  if (Math.abs(now.getTime() / 1000 - seconds) > reportToleranceSeconds) return null
  const signatures = [...rest.matchAll(/,v1=([0-9a-f]{64})/g)].map(([, signature]) => signature!)
  return signatures.length ? { seconds, signatures } : null
}
