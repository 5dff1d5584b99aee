import * as z from 'zod/mini'

/** The summary of one document to sign: its main points in simple words. */
export const SummaryPaper = z.object({
  title: z.string(),
  lead: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  notes: z.array(z.string()),
})
export type SummaryPaper = z.output<typeof SummaryPaper>
