/** Maximum lengths of the details that users enter about themselves. */
export const detailLimits = { name: 100, email: 254, phone: 30, code: 20 } as const

/** Validity of a code sent to a new address in minutes, how often it may be tried, and how many are sent per hour. */
export const emailCodeLimits = { lifeMinutes: 30, maxTries: 5, maxPerHour: 5 } as const

/** A new address awaiting the code that was sent to it. */
export type PendingEmail = { email: string; proof: string; until: string; tries: number }

/** Checks whether the code of an address can still be entered. */
export function isCodeOpen(pending: PendingEmail | null, now: Date): pending is PendingEmail {
  return pending !== null && new Date(pending.until) > now && pending.tries < emailCodeLimits.maxTries
}
