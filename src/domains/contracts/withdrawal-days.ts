/**
 * The number of days within which a consumer may withdraw after signing (Real Decreto Legislativo 1/2007, art. 104).
 */
export const withdrawalDays = 14
