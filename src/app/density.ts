import type { Density } from '#kit/boot.ts'

export const densityCookie = 'density'

/** From how many contracts on a company works with many: its pages are set close, as tables of work. */
export const manyContracts = 21

/** How close the pages are set: as the person chose, else by whether their companies have many contracts. */
export function densityOf({ chosen, hasManyContracts }: { chosen?: string; hasManyContracts: boolean }): Density {
  if (chosen === 'compact' || chosen === 'roomy') return chosen
  return hasManyContracts ? 'compact' : 'roomy'
}
