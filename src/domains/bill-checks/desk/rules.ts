/** The lists of held bills: waiting for a decision, given back to be corrected, released, those that turned wrong after
 * they were sent, and all. */
export const holdFilters = ['held', 'given_back', 'released', 'sent', 'all'] as const
export type HoldFilter = (typeof holdFilters)[number]

/** What operators do with held bills, one or many at once. */
export const holdActs = ['release', 'give_back'] as const

/** How many bills an operator acts on at once. */
export const maxBulkCount = 100
