/** The lists of the section: the origin retailers of each energy, and the distributors. */
export const marketLists = ['electricity', 'gas', 'distributors'] as const
export type MarketList = (typeof marketLists)[number]
