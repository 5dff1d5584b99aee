import * as z from 'zod/mini'

/** A customer that matches a search. */
export const CustomerMatch = z.object({
  id: z.number(),
  name: z.string(),
  tax_id: z.string(),
  /** Whether the tax id is unproven: it was entered in a contract made here and confirmed nowhere else. */
  is_claim: z.boolean(),
  email: z.nullable(z.string()),
  is_company: z.boolean(),
  contracts: z.number(),
  /** The identifier that matched the search, and its stored spelling in `found`. */
  found_by: z.literal(['name', 'tax_id', 'email', 'contract', 'cups', 'invoice']),
  found: z.string(),
})
export type CustomerMatch = z.output<typeof CustomerMatch>
