/** What kinds of regulated figures there are. Apart from the figures themselves, which a page need not load. */
export const figureGroups = ['taxes', 'charges', 'access', 'rights', 'gas'] as const
export type FigureGroup = (typeof figureGroups)[number]
