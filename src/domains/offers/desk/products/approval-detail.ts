import * as z from 'zod/mini'
import { planActions } from '#domains/approvals/rules.ts'
import { Energy, StoredPrices } from './api.ts'

const PriceListSnapshot = z.nullable(z.object({ valid_from: z.string(), prices: StoredPrices }))

/** A price list that is planned, changed or withdrawn, and the one that would apply without the action. */
export const PricesDetail = z.object({
  kind: z.literal('prices'),
  act: z.enum(planActions),
  product: z.object({ id: z.number(), name: z.string(), energy: Energy }),
  tariff: z.string(),
  before: PriceListSnapshot,
  after: PriceListSnapshot,
})
export type PricesDetail = z.output<typeof PricesDetail>
