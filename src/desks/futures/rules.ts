/** Which futures a list shows. */
export const futuresFilters = ['traded', 'off', 'all'] as const
export type FuturesFilter = (typeof futuresFilters)[number]
