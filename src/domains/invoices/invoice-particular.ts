/** What a particular of an invoice is about, where a page shows it in a way of its own; `other` is shown as any text. */
export const particularFacts = [
  'self_consumption_type',
  'self_consumption_code',
  'self_consumption_energy',
  'other',
] as const
export type ParticularFact = (typeof particularFacts)[number]
