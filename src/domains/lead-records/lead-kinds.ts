/** What a lead can be interested in. */
export const leadKinds = [
  'electricity',
  'gas',
  'dual',
  'power',
  'electricity_comparison',
  'gas_comparison',
  'contact',
] as const
export type LeadKind = (typeof leadKinds)[number]
