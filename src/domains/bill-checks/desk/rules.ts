/** The lists of held bills: waiting for a decision, given back to be corrected, released, and all. */
export const holdFilters = ['held', 'given_back', 'released', 'all'] as const
export type HoldFilter = (typeof holdFilters)[number]

/** What operators do with held bills, one or many at once. */
export const holdActs = ['release', 'give_back'] as const

/** How many bills an operator acts on at once. */
export const maxBulkCount = 100
