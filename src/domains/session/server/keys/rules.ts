import { secondsPerDay } from '#vocabulary/durations.ts'

/** The purposes of keys. Those of `sealing` encrypt stored data; all others sign. */
export const keyPurposes = ['sealing', 'session', 'newsletter', 'openid', 'signature-codes'] as const
export type KeyPurpose = (typeof keyPurposes)[number]

/** How often a server reads the list of keys, in seconds. */
export const refreshSeconds = 20
/** A server that has not read the keys for this long does not encrypt or sign until it has. */
export const leaseSeconds = 60
/**
 * How long a new key can be read before it is used, in seconds: longer than the lease, so that every working server can
 * decrypt with it by then.
 */
export const announceSeconds = 90
/**
 * How long after its successor came into force a key may still have been used, in seconds: the lease, a request, and a
 * transaction that was open meanwhile.
 */
export const settleSeconds = leaseSeconds + 60

const minute = 60

/**
 * How long data signed with a key is valid; for sealing, the validity of data outside the database, which cannot be
 * re-encrypted.
 */
const validitySeconds: Record<KeyPurpose, number> = {
  // The session ended at an identity provider, in a cookie of two minutes.
  sealing: 10 * minute,
  // The longest is the cookie of a known browser.
  session: 365 * secondsPerDay,
  newsletter: 365 * secondsPerDay,
  openid: 10 * minute,
  'signature-codes': 10 * minute,
}

/** Why a key cannot be retired. */
export type RetirementBlocker = { kind: 'in_use' } | { kind: 'texts'; count: number } | { kind: 'until'; until: Date }

/**
 * Returns why a key must stay: it is in force or about to be, texts are still encrypted with it, or what it signed has
 * not expired. `isForced` is for a compromised key: what it signed is invalidated at once. Encrypted texts are never
 * abandoned.
 */
export function retirementBlockerOf({
  purpose,
  succeededAt,
  encryptedTextCount,
  now,
  isForced,
}: {
  purpose: KeyPurpose
  /** When the next key came into force. Null for the newest. */
  succeededAt: Date | null
  encryptedTextCount: number
  now: Date
  isForced: boolean
}): RetirementBlocker | null {
  if (!succeededAt || succeededAt > now) return { kind: 'in_use' }
  const isSealing = purpose === 'sealing'
  const seconds = settleSeconds + (isForced && !isSealing ? 0 : validitySeconds[purpose])
  const until = new Date(succeededAt.getTime() + seconds * 1000)
  if (now < until) return { kind: 'until', until }
  return encryptedTextCount > 0 ? { kind: 'texts', count: encryptedTextCount } : null
}

/** Checks whether a rotation is unfinished and has to be resumed instead of starting another. */
export function isRotating({
  inForceFrom,
  isFirst,
  textsUnderOthers,
  now,
}: {
  inForceFrom: Date
  isFirst: boolean
  textsUnderOthers: number
  now: Date
}): boolean {
  if (textsUnderOthers > 0) return true
  return !isFirst && now.getTime() < inForceFrom.getTime() + settleSeconds * 1000
}
