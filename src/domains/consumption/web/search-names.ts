/**
 * The search parameters that the section keeps in a page's address; a separate file, because every page's script
 * contains them.
 */
export const consumptionSearchNames = ['curve', 'curveStart', 'curveEnd'] as const
