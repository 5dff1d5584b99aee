import type { PublicSettings } from '../settings.ts'

/** Where the contracts of a customer begin: with the first kind of energy that the retailer shows. */
export function contractsPath({ displayTypes }: Pick<PublicSettings['features'], 'displayTypes'>): string {
  return `/contracts/${displayTypes.find((type) => type !== 'multipoint') ?? 'electricity'}`
}

const sold = ['electricity', 'gas', 'dual'] as const

/** Where a new contract begins: with the first kind that the retailer sells here; null where it sells none. */
export function newContractPath(contractation: PublicSettings['contractation']): string | null {
  const kind = sold.find((each) => contractation[each].enabled)
  return kind ? `/new-${kind}-customer` : null
}
