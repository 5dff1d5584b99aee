import * as z from 'zod/mini'
import { itemKinds } from '../rules.ts'

/** A refund of a payment; amounts in euros. */
export const RefundDetail = z.object({
  kind: z.literal('refund'),
  payment: z.object({
    id: z.string(),
    amount: z.number(),
    item: z.object({ kind: z.enum(itemKinds), number: z.string() }),
  }),
  amount: z.number(),
  is_owed_again: z.boolean(),
  /** The refundable amount of the payment before and after the refund. */
  refundable_before: z.number(),
  refundable_after: z.number(),
})
export type RefundDetail = z.output<typeof RefundDetail>
