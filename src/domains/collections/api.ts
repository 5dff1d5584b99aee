import * as z from 'zod/mini'
import { suspensionStopReasons } from '#domains/contract-records/rules.ts'
import { call } from '#kit/call.ts'
import { debtEventKinds, debtSteps } from './rules.ts'

export const listDebts = call({
  method: 'GET',
  path: '/debts/',
  versions: [2],
  access: 'customer',
  reply: z.object({
    items: z.array(
      z.object({
        id: z.number(),
        contract: z.object({ name: z.string(), energy: z.enum(['electricity', 'gas']), address: z.string() }),
        step: z.enum(debtSteps),
        /** Why the supply is not suspended for now, and the request with which its customer stopped it. */
        stops: z.array(z.object({ reason: z.enum(suspensionStopReasons), request_id: z.nullable(z.number()) })),
        /** What is owed, in euros. */
        owed: z.number(),
        events: z.array(
          z.object({ kind: z.enum(debtEventKinds), at: z.iso.datetime(), suspend_on: z.nullable(z.iso.date()) }),
        ),
        /** What comes next if nothing is paid. */
        next: z.nullable(
          z.object({
            kind: z.enum(['demand', 'announcement', 'suspension', 'reconnection']),
            on: z.nullable(z.iso.date()),
          }),
        ),
        /** Whether the customer could have the regulated price and the social bonus. */
        may_have_pvpc: z.boolean(),
      }),
    ),
  }),
  summary: 'Lists the debts of contracts: what happened, what comes next and what is owed',
})
export type ListedDebt = z.output<typeof listDebts.reply>['items'][number]
