/** What the desk lists: the retailers of each energy that somebody may come from, and who owns the grids. */
export const marketLists = ['electricity', 'gas', 'distributors'] as const
export type MarketList = (typeof marketLists)[number]
