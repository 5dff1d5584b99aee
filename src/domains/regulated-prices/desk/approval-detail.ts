import * as z from 'zod/mini'
import { planActions } from '#domains/approvals/rules.ts'

const RegulatedPriceSnapshot = z.nullable(
  z.object({
    valid_from: z.string(),
    valid_to: z.nullable(z.string()),
    values: z.array(z.string()),
    source: z.string(),
  }),
)

/** A regulated price that is planned, changed or withdrawn, and the one that would apply without the action. */
export const RegulatedPriceDetail = z.object({
  kind: z.literal('figure'),
  act: z.enum(planActions),
  figure: z.object({
    name: z.string(),
    unit: z.string(),
    shape: z.literal(['single', 'periods', 'reduced_rate']),
    tariff: z.nullable(z.string()),
  }),
  before: RegulatedPriceSnapshot,
  after: RegulatedPriceSnapshot,
})
export type RegulatedPriceDetail = z.output<typeof RegulatedPriceDetail>
