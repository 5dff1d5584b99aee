/** How long what people say of themselves may be. */
export const detailLimits = { name: 100, email: 254, phone: 30, code: 20 } as const

/** For how long a code that was sent to a new address holds, how often it may be typed, and how many are sent in an hour. */
export const emailCode = { lifeMinutes: 30, mostTries: 5, mostPerHour: 5 } as const

/** An address that waits for the code that was sent to it. */
export type PendingEmail = { email: string; proof: string; until: string; tries: number }

/** Whether the code of an address can still be typed. */
export function isCodeOpen(pending: PendingEmail | null, now: Date): pending is PendingEmail {
  return pending !== null && new Date(pending.until) > now && pending.tries < emailCode.mostTries
}
