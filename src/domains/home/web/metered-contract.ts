import type { Contract } from '#domains/contracts/api.ts'

/** The contract whose prices and readings the first page shows: the first of electricity that is active. */
export function meteredContract(contracts: readonly Contract[]): Contract | undefined {
  return contracts.find(({ type, state }) => type === 'electricity' && state === 'activa')
}
