import * as z from 'zod/mini'
import { systems } from '#desks/health/rules.ts'
import { call } from '#kit/call.ts'

export const readToday = call({
  method: 'GET',
  path: '/operator/today',
  versions: [1],
  access: 'operator',
  roles: 'everyOperator',
  /** What the operator's roles do not include is null. */
  reply: z.object({
    cases: z.nullable(z.object({ overdue: z.number(), unassigned: z.number() })),
    /** Changes that wait for the retailer, and those of which the distributor is to be heard. */
    requests: z.nullable(z.object({ requested: z.number(), sent: z.number() })),
    /** Of the last thirty days. */
    new_leads: z.nullable(z.number()),
    /** Applicants who wait for a person's check. */
    undecided_leads: z.nullable(z.number()),
    payments: z.nullable(
      z.object({
        /** Of the last twenty-four hours. */
        failed: z.number(),
        /** Of which the provider has told nothing for an hour. */
        unclear: z.number(),
        refunds_unclear: z.number(),
      }),
    ),
    /** What waits for an operator other than whoever has asked for it, and so perhaps for the reader. */
    approvals: z.nullable(z.number()),
    /** Given up within the last seven days. */
    failed_mails: z.nullable(z.number()),
    failed_imports: z.nullable(z.number()),
    failing_jobs: z.nullable(z.number()),
    failing_systems: z.nullable(z.array(z.enum(systems))),
    /** The cases that are to be answered first. */
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
  summary: 'What is open for an operator of these roles, with the cases that are to be answered first',
})
export type Today = z.output<typeof readToday.reply>
