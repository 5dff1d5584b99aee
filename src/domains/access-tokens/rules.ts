/** What a program may read in its owner's name; a call states which of them it needs. */
export const scopes = ['contracts:read', 'invoices:read', 'curves:read'] as const
export type Scope = (typeof scopes)[number]

/** For how many days a token may be made. A year at most, so that what is forgotten closes by itself. */
export const validDays = [30, 90, 365] as const

export const longestTokenName = 60
/** Far more than anybody has programs at home. */
export const mostTokens = 20

/** What gets into an account beside its password. */
export const accessKinds = ['passkey', 'identity', 'client', 'read_key'] as const
export type AccessKind = (typeof accessKinds)[number]

export const maxEndedAtOnce = 200

/**
 * Whether an account can still be entered by its owner: by password or passkey where the retailer allows passwords, by a
 * linked identity elsewhere.
 */
export function hasWayIn({
  allowsPasswords,
  hasPassword,
  kinds,
}: {
  allowsPasswords: boolean
  hasPassword: boolean
  kinds: readonly AccessKind[]
}): boolean {
  if (kinds.includes('identity')) return true
  return allowsPasswords && (hasPassword || kinds.includes('passkey'))
}
