import type { PublicSettings } from '#domains/operator/settings.ts'

const kinds = ['electricity', 'gas', 'dual'] as const

/** Where somebody becomes a customer: the first kind of contract that can be taken out. */
export function contractingAddress(
  { contractation }: Pick<PublicSettings, 'contractation'>,
  { isSignedIn, hasPage }: { isSignedIn: boolean; hasPage: (address: string) => boolean },
): string | null {
  if (contractation.authenticate && !isSignedIn) return null
  const paths = kinds.filter((kind) => contractation[kind].enabled).map((kind) => `/new-${kind}-customer`)
  return paths.find(hasPage) ?? null
}

/** Where a change of power is asked for with these powers, P1 first. */
export function changeAddress(contractName: string, powerKw: readonly string[]): string {
  const query = new URLSearchParams({ action: 'powChange' })
  for (const [place, kw] of powerKw.entries()) query.set(`p${place + 1}`, kw)
  return `/contracts/electricity/${contractName}?${query}`
}
