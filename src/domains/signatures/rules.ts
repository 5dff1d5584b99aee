/** Where a signature stands: it waits for whoever is to sign, or has come to one of its ends. */
export const signatureStates = ['waiting', 'signed', 'expired', 'cancelled'] as const
export type SignatureState = (typeof signatureStates)[number]

/** What there is to download: the document as it was read, and once signed, sealed with its evidence. */
export const signatureDocuments = ['original', 'signed'] as const

export const codeLifeMinutes = 10
export const triesPerCode = 5
export const codesPerHour = 5
const hourMilliseconds = 3_600_000

/** How a signature stands at an instant: one that is past its end has expired, whether or not that is written down yet. */
export function standingOf(
  { state, expiresAt }: { state: SignatureState; expiresAt: Date },
  now: Date,
): SignatureState {
  return state === 'waiting' && expiresAt <= now ? 'expired' : state
}

/** A code as it was last sent. */
export type SentCode = { expiresAt: Date; tries: number }

/** What can be done with the last code: nothing was sent, it can be typed, it is too old, or it was tried too often. */
export function codeStanding(code: SentCode | null, now: Date): 'none' | 'open' | 'expired' | 'used_up' {
  if (!code) return 'none'
  if (code.tries >= triesPerCode) return 'used_up'
  return code.expiresAt <= now ? 'expired' : 'open'
}

/** How often a code may still be tried. */
export function triesLeft({ tries }: { tries: number }): number {
  return Math.max(triesPerCode - tries, 0)
}

/** After how many seconds another code may be sent; 0 is now. No more than five go out in any hour. */
export function secondsToNextCode(sentAt: readonly Date[], now: Date): number {
  const ends = sentAt.map((at) => at.getTime() + hourMilliseconds).filter((end) => end > now.getTime())
  if (ends.length < codesPerHour) return 0
  const free = ends.sort((a, b) => a - b)[ends.length - codesPerHour]!
  return Math.ceil((free - now.getTime()) / 1000)
}

/** An address so that its owner knows it and nobody else learns it: `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${email[0]}•••${email.slice(at)}`
}

/** A telephone number by its last three digits: `••• ••• 678`. */
export function maskPhone(phone: string): string {
  return `••• ••• ${phone.replace(/\D/g, '').slice(-3)}`
}

/** The digits of a code as people type or paste it, with spaces or a hyphen; null when it cannot be one. */
export function readCode(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}
