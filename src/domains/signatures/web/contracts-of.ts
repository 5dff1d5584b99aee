import type { Signature } from '../api.ts'

/** The contracts that a document is of: another server may tell of one alone. */
export function contractsOf({ contract, contracts }: Pick<Signature, 'contract' | 'contracts'>) {
  return contracts ?? (contract ? [contract] : [])
}
