import { msPerHour } from '#vocabulary/durations.ts'

/** The states of a signature: it waits for its signer, or has ended in one of three ways. */
export const signatureStates = ['waiting', 'signed', 'expired', 'cancelled'] as const
export type SignatureState = (typeof signatureStates)[number]

/** The documents to download: the one that was read, and once signed, the signed PDF with evidence. */
export const signatureDocuments = ['original', 'signed'] as const

export const codeLifeMinutes = 10
export const triesPerCode = 5
export const codesPerHour = 5

/**
 * Returns the state of a signature at an instant: one past its end has expired, whether or not that is recorded yet.
 */
export function statusOfSignature(
  { state, expiresAt }: { state: SignatureState; expiresAt: Date },
  now: Date,
): SignatureState {
  return state === 'waiting' && expiresAt <= now ? 'expired' : state
}

/** The code that was sent last. */
export type SentCode = { expiresAt: Date; tries: number }

/** Returns the state of the last code: none was sent, it can be entered, it has expired, or its tries are used up. */
export function codeStatus(code: SentCode | null, now: Date): 'none' | 'open' | 'expired' | 'used_up' {
  if (!code) return 'none'
  if (code.tries >= triesPerCode) return 'used_up'
  return code.expiresAt <= now ? 'expired' : 'open'
}

/** Returns how many tries of a code are left. */
export function triesLeft({ tries }: { tries: number }): number {
  return Math.max(triesPerCode - tries, 0)
}

/** Returns in how many seconds another code can be sent; 0 means now. At most five are sent in any hour. */
export function secondsToNextCode(sentAt: readonly Date[], now: Date): number {
  const ends = sentAt.map((at) => at.getTime() + msPerHour).filter((end) => end > now.getTime())
  if (ends.length < codesPerHour) return 0
  const free = ends.sort((a, b) => a - b)[ends.length - codesPerHour]!
  return Math.ceil((free - now.getTime()) / 1000)
}

/** Returns the digits of a code as typed or pasted, with spaces or a hyphen; null when it cannot be a code. */
export function parseCode(input: string): string | null {
  const digits = input.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}
