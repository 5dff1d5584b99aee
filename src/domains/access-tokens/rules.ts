/** What a program may read on behalf of its owner. Each call declares the scope that it requires. */
export const scopes = ['contracts:read', 'invoices:read', 'curves:read'] as const
export type Scope = (typeof scopes)[number]

/** Validity periods for a token, in days. At most a year, so that a forgotten token expires by itself. */
export const validDays = [30, 90, 365] as const

export const maxTokenNameLength = 60
/** Far more than the number of programs that a household uses. */
export const maxTokens = 20

/** The kinds of access to an account besides its password. */
export const accessKinds = ['passkey', 'identity', 'client', 'read_key'] as const
export type AccessKind = (typeof accessKinds)[number]

export const maxEndedAtOnce = 200

/**
 * Checks whether the owner can still sign in to an account: by password or passkey where the retailer allows passwords,
 * otherwise by a linked identity.
 */
export function canOwnerSignIn({
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
