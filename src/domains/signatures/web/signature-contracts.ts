import type { Signature } from '../api.ts'

/** Returns the contracts of a document. An upstream server may name only the first. */
export function contractsOf({ contract, contracts }: Pick<Signature, 'contract' | 'contracts'>) {
  return contracts ?? (contract ? [contract] : [])
}

/** Returns the address of a contract's page, in key form. */
export function contractHref({ name, type }: NonNullable<Signature['contract']>): string {
  return `/contracts/${type}/${encodeURIComponent(name)}`
}
