/** The groups of regulated prices, in a separate file from the prices themselves, which a page need not load. */
export const regulatedPriceGroups = ['taxes', 'charges', 'access', 'rights', 'gas'] as const
export type RegulatedPriceGroup = (typeof regulatedPriceGroups)[number]
