/** The names that a page with the section keeps from its address; apart, because every page's script knows them. */
export const consumptionSearchNames = ['curve', 'curveStart', 'curveEnd'] as const
