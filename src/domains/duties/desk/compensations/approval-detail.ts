import * as z from 'zod/mini'

/** A compensation that is approved, in euros: at least its minimum, or the part of the first bill. */
export const CompensationDetail = z.object({
  kind: z.literal('compensation'),
  compensation: z.object({ id: z.string(), minimum: z.number(), percent: z.number(), source: z.string() }),
})
export type CompensationDetail = z.output<typeof CompensationDetail>
