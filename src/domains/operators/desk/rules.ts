/** The number of hours for which an invitation link is valid. */
export const operatorLinkHours = 72
export const maxOperatorNameLength = 120
/** The maximum length of an e-mail address (RFC 5321). */
export const maxEmailLength = 254
export const maxOperatorLoginLength = 60
export const operatorLoginPattern = /^[a-z0-9][a-z0-9._-]*$/

/** The states of an operator: may sign in, has an invitation link, or may no longer sign in. */
export const operatorStates = ['active', 'invited', 'closed'] as const
export type OperatorState = (typeof operatorStates)[number]
