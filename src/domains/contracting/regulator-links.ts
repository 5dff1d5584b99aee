/** Where the CNMC lists the retailers of reference, which alone apply the social bonus. */
export const referenceRetailersList = 'https://sede.cnmc.gob.es/listado/censo/10'

/** The comparison of offers that the regulator keeps. */
export const regulatorComparator = 'https://comparador.cnmc.gob.es'
