import * as z from 'zod/mini'

const pattern = /^(?:mine|nobody|[1-9]\d{0,14})$/

/** The filter of a list by who has taken a row over: `mine`, `nobody`, or the id of an operator. */
export const AssigneeFilter = z.optional(z.string().check(z.regex(pattern)))

/** Returns the filter that a parameter of an address says, undefined for any other text. */
export function parseAssigneeFilter(text: string): string | undefined {
  return pattern.test(text) ? text : undefined
}
