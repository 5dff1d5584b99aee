import type { Scope } from '#domains/access-tokens/rules.ts'

/** What a third party may be let read: consumption first, which is what is asked for most. */
export const sharedScopes = ['curves:read', 'contracts:read', 'invoices:read'] as const satisfies readonly Scope[]

/** How many billed periods a page of own data has: two years of one contract. */
export const defaultPeriodsPerPage = 24
export const maxPeriodsPerPage = 100

export const maxPartyLength = 80
export const maxPurposeLength = 160

/** How long a consent is valid where no norm says so: as long as the one to a curve. */
export const monthsWithoutNorm = 6

/** How many days before a consent ends whoever gave it is told. */
export const daysOfNotice = 14

/** What came of a consent. */
export const consentStates = ['active', 'withdrawn', 'expired', 'access_revoked'] as const
export type ConsentState = (typeof consentStates)[number]

type ConsentFacts = {
  endReason: Exclude<ConsentState, 'active'> | null
  expiresAt: Date
  /** Whether its access token is still valid; a new password ends all of them. */
  hasAccess: boolean
}

/** Returns what came of a consent by now, also before the job that ends it has noted it. */
export function consentStateAt({ endReason, expiresAt, hasAccess }: ConsentFacts, now: Date): ConsentState {
  if (endReason) return endReason
  if (expiresAt <= now) return 'expired'
  return hasAccess ? 'active' : 'access_revoked'
}
