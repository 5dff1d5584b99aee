/** What keys are for. Those of `sealing` encrypt what is stored; all others sign what is handed out. */
export const keyPurposes = ['sealing', 'session', 'newsletter', 'openid', 'signature-codes'] as const
export type KeyPurpose = (typeof keyPurposes)[number]

/** How often a server reads which keys there are. */
export const refreshSeconds = 5
/** A server that has not read the keys for this long seals and signs nothing until it has. */
export const leaseSeconds = 60
/** How long a new key can be read before it is used: longer than the lease, so that every server that works can open by then. */
export const announceSeconds = 90
/**
 * How long after its successor came into force a key may still have been used: the lease, a request, and a transaction
 * that was open meanwhile.
 */
export const settleSeconds = leaseSeconds + 60

const minute = 60
const day = 24 * 3600

/** How long what a key signed is good for; for sealing, what is outside the database and so cannot be sealed anew. */
const lifeSeconds: Record<KeyPurpose, number> = {
  // Where somebody was signed in at an identity provider, in a cookie of two minutes.
  sealing: 10 * minute,
  // The longest is the cookie of a known browser.
  session: 365 * day,
  newsletter: 365 * day,
  openid: 10 * minute,
  'signature-codes': 10 * minute,
}

/** Why a key cannot be retired. */
export type KeepReason = { kind: 'in_use' } | { kind: 'texts'; count: number } | { kind: 'until'; until: Date }

/**
 * Why a key stays: it is in force or about to be, something is still sealed with it, or what it signed has not expired.
 * `isForced` is for a key that somebody else knows: what it signed is to end at once. What is sealed is never given up.
 */
export function reasonToKeep({
  purpose,
  succeededAt,
  sealedTexts,
  now,
  isForced,
}: {
  purpose: KeyPurpose
  /** When the next key came into force; null for the newest. */
  succeededAt: Date | null
  sealedTexts: number
  now: Date
  isForced: boolean
}): KeepReason | null {
  if (!succeededAt || succeededAt > now) return { kind: 'in_use' }
  const isSealing = purpose === 'sealing'
  const seconds = settleSeconds + (isForced && !isSealing ? 0 : lifeSeconds[purpose])
  const until = new Date(succeededAt.getTime() + seconds * 1000)
  if (now < until) return { kind: 'until', until }
  return sealedTexts > 0 ? { kind: 'texts', count: sealedTexts } : null
}

/** Whether a rotation that began is still to be ended, in the place of beginning another. */
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
