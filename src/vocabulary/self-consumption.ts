/** Who shares an installation, and what happens to the energy that it does not use itself. */
export type SelfConsumptionKind =
  | 'individualWithoutSurplus'
  | 'sharedWithoutSurplus'
  | 'sharedWithCompensationAgreement'
  | 'individualCompensated'
  | 'sharedCompensated'
  | 'sharedCompensatedThroughGrid'
  | 'individualSold'
  | 'sharedSold'

/** The code of a supply without self-consumption. */
export const withoutSelfConsumption = '00'

// Table 113 of the CNMC's formats for switching, in the forms of RD 244/2019, articles 4 and 9.
const kindsByCode: Record<string, SelfConsumptionKind> = {
  '31': 'individualWithoutSurplus',
  '32': 'sharedWithoutSurplus',
  '33': 'sharedWithCompensationAgreement',
  '41': 'individualCompensated',
  '42': 'sharedCompensated',
  '43': 'sharedCompensatedThroughGrid',
  '51': 'individualSold',
  '52': 'sharedSold',
}

/** Returns the kind of a self-consumption code of the market, or `other` for one of earlier rules or of rare installations. */
export function selfConsumptionKindOf(code: string): SelfConsumptionKind | 'other' {
  return Object.hasOwn(kindsByCode, code) ? kindsByCode[code]! : 'other'
}
