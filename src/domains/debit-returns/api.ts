import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { customerCauses, returnSteps } from './return-reasons.ts'

export const listReturnedDebits = call({
  method: 'GET',
  path: '/returned_debits/',
  versions: [2],
  access: 'customer',
  reply: z.object({
    items: z.array(
      z.object({
        id: z.number(),
        /** Why it came back, in words and not as the code of the bank. */
        cause: z.enum(customerCauses),
        /** What the customer can do, best first. */
        steps: z.array(z.enum(returnSteps)),
        returned_on: z.iso.date(),
        invoice: z.object({
          id: z.number(),
          kind: z.enum(['invoice', 'multipoint_invoice']),
          number: z.string(),
          /** What is still owed, in euros. */
          amount: z.number(),
        }),
        /** Null for a multipoint invoice. */
        contract: z.nullable(z.object({ name: z.string(), energy: z.enum(['electricity', 'gas']) })),
      }),
    ),
  }),
  summary: 'Lists the direct debits that came back and whose invoices are still owed, newest first',
})
export type ListedReturn = z.output<typeof listReturnedDebits.reply>['items'][number]
