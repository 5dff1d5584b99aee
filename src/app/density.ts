import type { Density } from '#kit/boot.ts'

export const densityCookie = 'density'

/**
 * The number of contracts from which a company counts as having many: its pages default to compact density, as working
 * tables.
 */
export const manyContracts = 21

/** Returns the density of the pages: the user's choice, or by default whether their companies have many contracts. */
export function densityOf({ chosen, hasManyContracts }: { chosen?: string; hasManyContracts: boolean }): Density {
  if (chosen === 'compact' || chosen === 'roomy') return chosen
  return hasManyContracts ? 'compact' : 'roomy'
}
