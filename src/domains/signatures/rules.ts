import { msPerHour } from '#vocabulary/durations.ts'

/** The states of a signature: it waits for its signer, or has ended in one of three ways. */
export const signatureStates = ['waiting', 'signed', 'expired', 'cancelled'] as const
export type SignatureState = (typeof signatureStates)[number]

/**
 * The documents to download: the summary, the one to sign and its annex, and once signed, the signed PDFs with
 * evidence.
 */
export const signatureDocuments = ['summary', 'original', 'annex', 'signed', 'signed_annex'] as const

// The limits of decision 0016, whichever provider issues and verifies the codes.

/** How long a code can be entered after it was sent. */
export const codeLifeMinutes = 10
/** How often a code can be tried before another one is required. */
export const maxTriesPerCode = 5
/** How many codes are sent for one signature within any hour. */
export const maxCodesPerHour = 5

/**
 * Returns the state of a signature at an instant: one past its deadline has expired, even before a job has recorded it.
 */
export function signatureStateAt(
  { state, expiresAt }: { state: SignatureState; expiresAt: Date },
  now: Date,
): SignatureState {
  return state === 'waiting' && expiresAt <= now ? 'expired' : state
}

/**
 * Returns the state of the last code: none was sent, it can be entered, it has expired, or its tries are used up. A code
 * that is both expired and used up counts as used up.
 */
export function codeStateAt(
  code: { expiresAt: Date; tries: number } | null,
  now: Date,
): 'none' | 'open' | 'expired' | 'used_up' {
  if (!code) return 'none'
  if (code.tries >= maxTriesPerCode) return 'used_up'
  return code.expiresAt <= now ? 'expired' : 'open'
}

/** Returns how many tries of a code are left. */
export function triesLeft({ tries }: { tries: number }): number {
  return Math.max(maxTriesPerCode - tries, 0)
}

/**
 * Returns in how many seconds another code can be sent, given when codes were sent, in any order; 0 means now. Fewer
 * than `maxCodesPerHour` must be less than an hour old.
 */
export function secondsToNextCode(sentAt: readonly Date[], now: Date): number {
  const hourEnds = sentAt.map((at) => at.getTime() + msPerHour).filter((end) => end > now.getTime())
  if (hourEnds.length < maxCodesPerHour) return 0
  const firstAllowed = hourEnds.toSorted((a, b) => a - b)[hourEnds.length - maxCodesPerHour]!
  return Math.ceil((firstAllowed - now.getTime()) / 1000)
}

/** Returns the six digits of a code that was typed or pasted, perhaps with spaces or hyphens; null for any other text. */
export function parseCode(input: string): string | null {
  const digits = input.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}
