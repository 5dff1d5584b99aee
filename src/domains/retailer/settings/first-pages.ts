import type { PublicSettings } from '../settings.ts'

/** Returns the first page of a customer's contracts: the first kind of energy that the retailer shows. */
export function defaultContractsPath({ displayTypes }: Pick<PublicSettings['features'], 'displayTypes'>): string {
  return `/contracts/${displayTypes.find((type) => type !== 'multipoint') ?? 'electricity'}`
}

const soldKinds = ['electricity', 'gas', 'dual'] as const

/** Returns the first page of a new contract: the first kind that the retailer sells here. Null if it sells none. */
export function defaultNewContractPath(contractation: PublicSettings['contractation']): string | null {
  const kind = soldKinds.find((each) => contractation[each].enabled)
  return kind ? `/new-${kind}-customer` : null
}
