/** What a program may read in its owner's name; a call states which of them it needs. */
export const scopes = ['contracts:read', 'invoices:read', 'curves:read'] as const
export type Scope = (typeof scopes)[number]

/** For how many days a token may be made. A year at most, so that what is forgotten closes by itself. */
export const validDays = [30, 90, 365] as const

export const longestTokenName = 60
/** Far more than anybody has programs at home. */
export const mostTokens = 20
