import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { systems } from '../health/rules.ts'

export const readToday = call({
  method: 'GET',
  path: '/operator/today',
  versions: [1],
  access: 'operator',
  roles: 'everyOperator',
  /** Fields outside the operator's roles are null. */
  reply: z.object({
    cases: z.nullable(z.object({ overdue: z.number(), unassigned: z.number() })),
    /** What is overdue, and what is due later today, of the kinds that the operator sees. */
    duties: z.nullable(z.object({ overdue: z.number(), today: z.number() })),
    /** The numbers of changes that await the retailer and the distributor. */
    requests: z.nullable(z.object({ requested: z.number(), sent: z.number() })),
    /** Within the last thirty days. */
    new_leads: z.nullable(z.number()),
    /** The applicants that await a check by a person. */
    undecided_leads: z.nullable(z.number()),
    payments: z.nullable(
      z.object({
        /** Within the last twenty-four hours. */
        failed: z.number(),
        /** Attempts without news from the provider for an hour. */
        unclear: z.number(),
        refunds_unclear: z.number(),
      }),
    ),
    /** The approval requests made by other operators, which the current one may be able to decide. */
    approvals: z.nullable(z.number()),
    /** Given up within the last seven days. */
    failed_mails: z.nullable(z.number()),
    failed_imports: z.nullable(z.number()),
    failing_jobs: z.nullable(z.number()),
    failing_systems: z.nullable(z.array(z.enum(systems))),
    /** The cases with the earliest response deadlines. */
    next_cases: z.nullable(
      z.array(
        z.object({
          id: z.number(),
          subject: z.string(),
          who: z.nullable(z.string()),
          due_on: z.nullable(z.string()),
          is_late: z.boolean(),
        }),
      ),
    ),
  }),
  summary: 'Returns the open items for the operator’s roles, with the cases due first',
})
export type TodayReply = z.output<typeof readToday.reply>
