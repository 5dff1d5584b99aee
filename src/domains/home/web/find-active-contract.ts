import type { Contract } from '#domains/contracts/api.ts'
import type { Energy } from '#vocabulary/energies.ts'

/** Returns the contract of an energy that the home page tells of: the first active one. */
export function findActiveContract(contracts: readonly Contract[], energy: Energy): Contract | undefined {
  return contracts.find(({ type, state }) => type === energy && state === 'activa')
}
