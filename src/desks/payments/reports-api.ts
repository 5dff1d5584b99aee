import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { putAsideReasons } from '#domains/payments/rules.ts'
import { call } from '#kit/call.ts'
import { paymentRoles } from './roles.ts'
import { longestReason, reportFilters } from './rules.ts'

const operators = { versions: [1], access: 'operator', roles: paymentRoles } as const

const ListedReport = z.object({
  platform: z.string(),
  /** As the provider knows it; what it holds is read there. */
  id: z.string(),
  /** What it said; null where it has not been read. */
  told: z.nullable(z.string()),
  /** Why it is put aside; null where it waits. */
  reason: z.nullable(z.enum(putAsideReasons)),
  received_at: z.string(),
  failures: z.number(),
  /** The payment that it names, where there is one. */
  payment: z.nullable(z.string()),
})
export type ListedReport = z.output<typeof ListedReport>

export const listReports = call({
  ...operators,
  method: 'GET',
  path: '/operator/payment-reports',
  personalData: true,
  query: z.strictObject({
    state: z._default(z.enum(reportFilters), 'put_aside'),
    offset: listQuery.offset,
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedReport), total: z.number() }),
  summary: 'Reports of card providers that were put aside, that wait, or that somebody has dismissed',
})

export const retryReport = call({
  ...operators,
  method: 'POST',
  path: '/operator/payment-reports/:platform/:id/retry',
  reply: 'nothing',
  refusals: { report_not_aside: 409 },
  summary: 'Has a report that was put aside applied again',
})

export const dismissReport = call({
  ...operators,
  method: 'POST',
  path: '/operator/payment-reports/:platform/:id/dismiss',
  body: z.strictObject({ reason: z.string().check(z.trim(), z.minLength(3, 'required'), z.maxLength(longestReason)) }),
  reply: 'nothing',
  refusals: { report_not_aside: 409 },
  summary: 'Leaves a report that was put aside unapplied, since somebody has looked at it',
})
