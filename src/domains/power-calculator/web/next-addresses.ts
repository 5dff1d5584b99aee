import type { PublicSettings } from '#domains/retailer/settings.ts'

const kinds = ['electricity', 'gas', 'dual'] as const

/** Returns the address to become a customer: the first kind of contract on offer. */
export function findContractingAddress(
  { contractation }: Pick<PublicSettings, 'contractation'>,
  { isSignedIn, hasPage }: { isSignedIn: boolean; hasPage: (address: string) => boolean },
): string | null {
  if (contractation.authenticate && !isSignedIn) return null
  const paths = kinds.filter((kind) => contractation[kind].enabled).map((kind) => `/new-${kind}-customer`)
  return paths.find(hasPage) ?? null
}

/** Returns the address to request a change of power with these powers, P1 first. */
export function powerChangeAddress(contractName: string, powerKw: readonly string[]): string {
  const query = new URLSearchParams({ action: 'powChange' })
  for (const [index, kw] of powerKw.entries()) query.set(`p${index + 1}`, kw)
  return `/contracts/electricity/${contractName}?${query}`
}
