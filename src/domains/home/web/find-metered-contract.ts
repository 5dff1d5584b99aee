import type { Contract } from '#domains/contracts/api.ts'

/** Returns the contract whose prices and readings the home page shows: the first active electricity contract. */
export function findMeteredContract(contracts: readonly Contract[]): Contract | undefined {
  return contracts.find(({ type, state }) => type === 'electricity' && state === 'activa')
}
