/** How long somebody has to open the link by which they become an operator. */
export const linkHours = 72
export const longestName = 120
/** As addresses of mail are at most (RFC 5321). */
export const longestEmail = 254
export const longestOperatorLogin = 60
export const operatorLogin = /^[a-z0-9][a-z0-9._-]*$/

/** Who is let in, who has a link to begin with, and who is let in no more. */
export const operatorStates = ['active', 'invited', 'closed'] as const
export type OperatorState = (typeof operatorStates)[number]
