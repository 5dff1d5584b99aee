/** The filters of the futures list. */
export const futuresFilters = ['traded', 'off', 'all'] as const
export type FuturesFilter = (typeof futuresFilters)[number]
