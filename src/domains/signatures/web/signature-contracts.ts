import type { Signature } from '../api.ts'

/** Returns the contracts of a document. An upstream server may name only the first. */
export function contractsOf({ contract, contracts }: Pick<Signature, 'contract' | 'contracts'>) {
  return contracts ?? (contract ? [contract] : [])
}
