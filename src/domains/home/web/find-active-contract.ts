import type { Contract } from '#domains/contracts/api.ts'
import type { Energy } from '#vocabulary/energies.ts'

/** The contracts that the home page lists first, and how many there are. */
export type FirstContracts = { items: readonly Contract[]; total: number }

/** Returns the contract of an energy that the home page tells of: the first active one. */
export function findActiveContract(contracts: readonly Contract[], energy: Energy): Contract | undefined {
  return contracts.find(({ type, state }) => type === energy && state === 'activa')
}

/** Checks whether the first active contract of an energy may be beyond the listed ones. */
export function isBeyondFirst({ items, total }: FirstContracts, energy: Energy): boolean {
  return total > items.length && !findActiveContract(items, energy)
}
