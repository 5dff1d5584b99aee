/** How far the retailer is with somebody who is interested. */
export const handlings = ['new', 'contacted', 'won', 'lost'] as const
export type Handling = (typeof handlings)[number]

/** How far somebody got by themselves. */
export const leadStates = ['open', 'sent', 'signed', 'refused', 'left'] as const
export type LeadState = (typeof leadStates)[number]

/** What a person is to check of an applicant where no bureau is asked. */
export const awaitedChecks = ['identity', 'solvency'] as const

/** How a person decides about an applicant. */
export const checkOutcomes = ['accepted', 'refused'] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

export const longestNote = 2_000

/** The number of a lead, as it is typed; null in any other text. */
export function leadIdIn(typed: string): number | null {
  const [, id] = /^[lL]?0*([1-9]\d{0,8})$/.exec(typed.trim()) ?? []
  return id ? Number(id) : null
}
