import { parseId } from '#kit/parse-id.ts'

/** How far the retailer has handled a lead. */
export const handlings = ['new', 'contacted', 'won', 'lost'] as const
export type Handling = (typeof handlings)[number]

/** How far the lead has progressed in the form. */
export const leadStates = ['open', 'sent', 'signed', 'refused', 'left'] as const
export type LeadState = (typeof leadStates)[number]

/** The checks that a person makes of an applicant if no bureau is configured. */
export const awaitedChecks = ['identity', 'solvency'] as const

/** The possible decisions about an applicant. */
export const checkOutcomes = ['accepted', 'refused'] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

export const maxLeadNoteLength = 2_000

/** Parses a lead id from a search text. Returns null for any other text. */
export function parseLeadId(text: string): number | null {
  const [, id] = /^[lL]?0*([1-9]\d*)$/.exec(text.trim()) ?? []
  return parseId(id) ?? null
}
